import { ActCode } from "./act-code.tsx";
import { Block } from "./block.tsx";
import { Card } from "./card.tsx";
import { CodeField } from "./code-field.tsx";
import {
  CheckboxField,
  CheckboxGroup,
  CountryField,
  DateField,
  Field,
  FieldError,
  type FieldProps,
  FileField,
  fieldAttributes,
  PasswordField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "./field.tsx";

const STATES = {
  plain: { optional: true },
  hint: { hint: "What is easily got wrong." },
  wrong: { hint: "What is easily got wrong.", error: "This field is required" },
} satisfies Record<string, Partial<FieldProps>>;

const OPTIONS = ["First", "Second"].map((label) => ({ label, value: label }));

/** Every kind of field: plain, with a hint, and with a problem. */
export function BlocksOfFields() {
  return (
    <Block title="Fields">
      {Object.entries(STATES).map(([state, props]) => {
        const field = (kind: string) => ({
          ...props,
          label: `${kind}, ${state}`,
          name: `blocks-${kind}-${state}`,
        });
        const own = field("own");
        return (
          <Card key={state}>
            <TextField {...field("text")} suffix={<output>Visa</output>} className="medium" />
            <PasswordField {...field("password")} autoComplete="current-password" />
            <CodeField {...field("code")} />
            <ActCode asked label={`act, ${state}`} />
            <TextField {...field("read-only")} readOnly defaultValue="Cannot be changed" />
            <TextArea {...field("area")} rows={3} />
            <DateField {...field("date")} />
            <FileField {...field("file")} controlId={`blocks-file-${state}-control`} />
            <SelectField {...field("select")} options={OPTIONS} emptyOption="Choose one" />
            <CountryField {...field("country")} optionsHtml="<option>Japan</option>" />
            <RadioGroup {...field("radio")} options={OPTIONS} defaultValue="First" />
            <CheckboxGroup {...field("boxes")} options={OPTIONS} chosen={["Second"]} />
            <CheckboxField {...field("box")} defaultChecked />
            <Field {...own}>
              <input {...fieldAttributes(own)} disabled />
            </Field>
            {"error" in props && <FieldError name="blocks-alone">{props.error}</FieldError>}
          </Card>
        );
      })}
    </Block>
  );
}
