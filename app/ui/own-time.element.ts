import { inZone } from "~/values/times.ts";
import { Enhancement } from "./enhancement.element.ts";

/**
 * Wraps a time or a time span of the conference, and adds the same time in the visitor's time zone, if that is
 * different.
 */
export class OwnTime extends Enhancement {
  protected override enhance() {
    const [from, until] = [...this.querySelectorAll("time")];
    if (!from || this.dataset["told"] !== undefined || this.querySelector(".own")) return;
    const words = until ? this.#span(from, until) : this.#moment(from);
    if (!words) return;
    const own = document.createElement("span");
    own.className = "own";
    // The space is inside the element. So if the element is hidden, there is no space between the conference's time and
    // a full stop after it.
    own.textContent = ` (${words} your time)`;
    this.append(own);
  }

  #moment({ dateTime, textContent }: HTMLTimeElement): string | null {
    const words = inZone(Date.parse(dateTime), ownZone(), this.dataset["style"] as "date" | undefined);
    // The zone's name is not compared, because another zone may show the same time.
    const clock = (text: string | null) => text?.replace(/(:\d\d) .*/, "$1") ?? "";
    const [own, theirs] = [clock(words), clock(textContent)];
    // If the day is the same, only the time is added.
    return own === theirs ? null : own.replace(theirs.replace(/[^,]*$/, ""), "").trim();
  }

  #span(from: HTMLTimeElement, until: HTMLTimeElement): string | null {
    const [begin, end] = [new Date(from.dateTime), new Date(until.dateTime)];
    const clock = (instant: Date) =>
      instant.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    const times = `${clock(begin)}–${clock(end)}`;
    if (times === this.textContent?.trim()) return null;
    // The Swedish locale formats days as the markup does.
    const isOtherDay = begin.toLocaleDateString("sv-SE") !== this.dataset["day"];
    const weekday = isOtherDay ? `${begin.toLocaleDateString("en-GB", { weekday: "short" })} ` : "";
    return `${weekday}${times}`;
  }
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
