import type {
  HTMLAttributes,
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "show-password": HTMLAttributes<HTMLElement> & { class?: string };
    }
  }
}

/** The properties of every field. The id of a control is its name, so that an error summary can link to `#name`. */
export type FieldProps = {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  error?: string;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
};

export type Option = { value: string; label: string };

type Own = keyof FieldProps | "id" | "required" | "children" | "dangerouslySetInnerHTML";
type Input = Omit<InputHTMLAttributes<HTMLInputElement>, Own>;
type Select = Omit<SelectHTMLAttributes<HTMLSelectElement>, Own>;
type Area = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, Own>;

/** The attributes that connect a control with its label, hint and error. */
export function fieldAttributes({ name, hint, error }: Pick<FieldProps, "name" | "hint" | "error">) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
}

function LabelText({ label, optional }: Pick<FieldProps, "label" | "optional">) {
  return (
    <>
      {label}
      {optional && (
        <>
          {" "}
          <span className="optional">(optional)</span>
        </>
      )}
    </>
  );
}

function HintAndError({ name, hint, error }: Pick<FieldProps, "name" | "hint" | "error">) {
  return (
    <>
      {hint && (
        <div className="hint" id={`${name}-hint`}>
          {hint}
        </div>
      )}
      {error && <FieldError name={name}>{error}</FieldError>}
    </>
  );
}

/** The sentence that says what is wrong with one field. */
export function FieldError({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="error" id={`${name}-error`}>
      <span>
        <span className="visually-hidden">Error: </span>
        {children}
      </span>
    </p>
  );
}

/** Puts label, hint and error around a control, which must have the attributes from `fieldAttributes`. */
export function Field({
  label,
  name,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>
        <LabelText label={label} optional={optional} />
      </label>
      <HintAndError name={name} hint={hint} error={error} />
      {children}
    </div>
  );
}

/**
 * One line of text. `className="short"` or `"medium"` reduces the width to the expected length. `suffix` is shown
 * beside the control: the type of a card, for example, as soon as it is recognised.
 */
export function TextField({
  label,
  name,
  hint,
  error,
  optional,
  suffix,
  type = "text",
  ...input
}: FieldProps & Input & { suffix?: ReactNode }) {
  const control = <input {...input} type={type} {...fieldAttributes({ name, hint, error })} />;
  return (
    <Field label={label} name={name} hint={hint} error={error} optional={optional}>
      {suffix ? (
        <div className="with-suffix">
          {control}
          {suffix}
        </div>
      ) : (
        control
      )}
    </Field>
  );
}

/** A password. With JavaScript, it can be made visible. */
export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  return (
    <Field {...field}>
      <show-password class="with-suffix">
        <input type="password" autoComplete={autoComplete} {...fieldAttributes(field)} />
      </show-password>
    </Field>
  );
}

/** Long text. `children` are shown below the text area: how long the text may be, for example. */
export function TextArea({
  label,
  name,
  hint,
  error,
  optional,
  rows = 10,
  children,
  ...area
}: FieldProps & Area & { children?: ReactNode }) {
  return (
    <Field label={label} name={name} hint={hint} error={error} optional={optional}>
      <textarea {...area} rows={rows} {...fieldAttributes({ name, hint, error })} />
      {children}
    </Field>
  );
}

/** A day, posted as YYYY-MM-DD. In a browser without a date control, people type the day as YYYY-MM-DD. */
export function DateField({
  label,
  name,
  hint,
  error,
  optional,
  className = "medium",
  ...input
}: FieldProps & Input) {
  return (
    <Field label={label} name={name} hint={hint} error={error} optional={optional}>
      <input {...input} type="date" className={className} {...fieldAttributes({ name, hint, error })} />
    </Field>
  );
}

/** A file to upload. Several file fields on one page may have the same name, so each has an id of its own. */
export function FileField({
  label,
  name,
  controlId,
  hint,
  error,
  optional,
  ...input
}: FieldProps & Input & { controlId: string }) {
  return (
    <Field label={label} name={controlId} hint={hint} error={error} optional={optional}>
      <input {...input} type="file" {...fieldAttributes({ name: controlId, hint, error })} name={name} />
    </Field>
  );
}

/** One of several options in a native select. */
export function SelectField({
  label,
  name,
  hint,
  error,
  optional,
  options,
  emptyOption,
  ...select
}: FieldProps & Select & { options: Option[]; emptyOption?: string }) {
  return (
    <Field label={label} name={name} hint={hint} error={error} optional={optional}>
      <select {...select} {...fieldAttributes({ name, hint, error })}>
        {emptyOption !== undefined && <option value="">{emptyOption}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/**
 * The choice of a country. The caller prepares the options once, as HTML, and marks the selected option. The empty
 * first option is added here.
 */
export function CountryField({
  label,
  name,
  hint,
  error,
  optional,
  optionsHtml,
  emptyOption = "Choose a country",
  ...select
}: FieldProps & Omit<Select, "defaultValue" | "value"> & { optionsHtml: string; emptyOption?: string }) {
  return (
    <Field label={label} name={name} hint={hint} error={error} optional={optional}>
      <select
        {...select}
        {...fieldAttributes({ name, hint, error })}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own list of countries
        dangerouslySetInnerHTML={{ __html: `<option value="">${emptyOption}</option>${optionsHtml}` }}
      />
    </Field>
  );
}

type Choices = FieldProps & { options: (Option & { hint?: ReactNode })[]; disabled?: boolean };

/** One of a few options, all visible. */
export function RadioGroup({ defaultValue, ...group }: Choices & { defaultValue?: string }) {
  return <ChoiceGroup {...group} type="radio" chosen={defaultValue === undefined ? [] : [defaultValue]} />;
}

/** Any number of options, all visible; each option that is ticked is posted under the same name. */
export function CheckboxGroup(group: Choices & { chosen: string[] }) {
  return <ChoiceGroup {...group} type="checkbox" />;
}

/** The first option has the id, for links from the error summary. */
function ChoiceGroup({
  label,
  name,
  hint,
  error,
  optional,
  options,
  type,
  chosen,
  disabled,
}: Choices & { type: "radio" | "checkbox"; chosen: string[] }) {
  const { "aria-describedby": describedBy, "aria-invalid": invalid } = fieldAttributes({ name, hint, error });
  return (
    <fieldset className="field" aria-describedby={describedBy} disabled={disabled}>
      <legend>
        <LabelText label={label} optional={optional} />
      </legend>
      <HintAndError name={name} hint={hint} error={error} />
      <div className="choices">
        {options.map((option, index) => (
          <label className="choice" key={option.value}>
            <input
              type={type}
              id={index === 0 ? name : `${name}-${index + 1}`}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              aria-invalid={invalid}
            />
            <span>
              {option.label}
              {option.hint && <span className="hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One thing to agree to or not; posts `value` ("true" by default) or nothing. */
export function CheckboxField({
  label,
  name,
  hint,
  error,
  optional,
  value = "true",
  ...input
}: FieldProps & Input) {
  return (
    <div className="field">
      {error && <FieldError name={name}>{error}</FieldError>}
      <label className="choice">
        <input {...input} type="checkbox" value={value} {...fieldAttributes({ name, hint, error })} />
        <span>
          <LabelText label={label} optional={optional} />
        </span>
      </label>
      {hint && (
        <div className="hint" id={`${name}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
