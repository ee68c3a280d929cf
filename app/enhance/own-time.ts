import { Enhancement } from "./enhancement.ts";

/** Adds to a span of the conference's clock the same in the visitor's zone, where that is another time. */
export class OwnTime extends Enhancement {
  protected override enhance() {
    const { day, told } = this.dataset;
    const [from, until] = [...this.querySelectorAll("time")].map((time) => new Date(time.dateTime));
    if (!from || !until || told !== undefined || this.querySelector(".own")) return;
    const clock = (instant: Date) =>
      instant.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    const times = `${clock(from)}–${clock(until)}`;
    if (times === this.textContent?.trim()) return;
    // Sweden writes days as the markup does.
    const isOtherDay = from.toLocaleDateString("sv-SE") !== day;
    const weekday = isOtherDay ? `${from.toLocaleDateString("en-GB", { weekday: "short" })} ` : "";
    const own = document.createElement("span");
    own.className = "own";
    own.textContent = `${weekday}${times} your time`;
    this.append(own);
  }
}
