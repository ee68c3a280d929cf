/** A form as a browser would send it, with its buttons. */
export type Form = {
  /** The address to which the form posts; empty for the page's own address. */
  action: string;
  /** The fields and their values; files are left out. */
  fields: [name: string, value: string][];
  /** The choices: every radio button, checkbox and option, whether chosen or not. */
  choices: { kind: "radio" | "checkbox" | "option"; name: string; value: string }[];
  /** The fields into which text, a date or the like is typed. For long text, `kind` is "textarea". */
  typed: { kind: string; name: string }[];
  buttons: { text: string; name: string; value: string }[];
};

/** The forms of a page, with the present values of their fields. */
export async function formsIn(html: string): Promise<Form[]> {
  const forms: Form[] = [];
  let disabled = 0;
  // The text of a textarea or button arrives in pieces, which may cut an entity in two.
  const texts: { raw: string; keep: (text: string) => void }[] = [];
  const attribute = (element: Element, name: string) => decoded(element.getAttribute(name) ?? "");
  const addField = (name: string, value: string) => {
    const field: [string, string] = [name, value];
    forms.at(-1)!.fields.push(field);
    return field;
  };
  const collectText = ({ text }: { text: string }) => {
    const latest = texts.at(-1)!;
    latest.raw += text;
  };
  await new HTMLRewriter()
    .on("form", {
      element(element) {
        forms.push({ action: attribute(element, "action"), fields: [], choices: [], typed: [], buttons: [] });
      },
    })
    .on("form fieldset[disabled]", {
      element(element) {
        disabled += 1;
        element.onEndTag(() => {
          disabled -= 1;
        });
      },
    })
    .on("form input", {
      element(element) {
        // A control that belongs to another form is not sent with this one, and a disabled control is not sent at all.
        if (disabled > 0 || element.hasAttribute("form")) return;
        const type = attribute(element, "type");
        const choice = type === "checkbox" || type === "radio";
        const name = attribute(element, "name");
        const value = element.hasAttribute("value") || !choice ? attribute(element, "value") : "on";
        if (choice) forms.at(-1)!.choices.push({ kind: type, name, value });
        if (type === "file" || (choice && !element.hasAttribute("checked"))) return;
        addField(name, value);
        if (!choice && type !== "hidden" && !element.hasAttribute("readonly")) {
          forms.at(-1)!.typed.push({ kind: type, name });
        }
      },
    })
    .on("form select", {
      element(element) {
        if (disabled > 0) return;
        addField(attribute(element, "name"), "");
      },
    })
    .on("form select option", {
      element(element) {
        if (disabled > 0) return;
        const { fields, choices } = forms.at(-1)!;
        const field = fields.at(-1)!;
        const value = attribute(element, "value");
        choices.push({ kind: "option", name: field[0], value });
        // If no option is selected, the first one counts.
        const isFirst =
          choices.filter(({ kind, name }) => kind === "option" && name === field[0]).length === 1;
        if (isFirst || element.hasAttribute("selected")) field[1] = value;
      },
    })
    .on("form textarea", {
      element(element) {
        if (disabled > 0) {
          texts.push({ raw: "", keep: () => {} });
          return;
        }
        const field = addField(attribute(element, "name"), "");
        forms.at(-1)!.typed.push({ kind: "textarea", name: field[0] });
        const keep = (text: string) => {
          // The first line break belongs to the markup.
          field[1] = text.replace(/^\n/, "");
        };
        texts.push({ raw: "", keep });
      },
      text: collectText,
    })
    .on("form button", {
      element(element) {
        const [name, value] = [attribute(element, "name"), attribute(element, "value")];
        const button = { text: "", name, value };
        forms.at(-1)!.buttons.push(button);
        const keep = (text: string) => {
          button.text = text.trim();
        };
        texts.push({ raw: "", keep });
      },
      text: collectText,
    })
    .transform(new Response(html))
    .text();
  for (const { raw, keep } of texts) keep(decoded(raw));
  return forms;
}

/** The text of a page: style, scripts and tags are removed, and several spaces become one. */
export function wordsOf(html: string): string {
  const text = html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ");
  return decoded(text).replace(/\s+/g, " ");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

const decoded = (text: string) => text.replace(/&(\w+|#\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
