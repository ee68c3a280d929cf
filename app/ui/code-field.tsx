import { Field, type FieldProps, fieldAttributes } from "./field.tsx";

/**
 * A code of an app on a phone, or one that was written down: browsers offer what they know and keep nothing.
 *
 * @param controlId if several on one page have the same name.
 */
export function CodeField({
  controlId,
  label = "Code",
  name,
  hint,
  error,
}: Omit<FieldProps, "label" | "optional"> & { label?: string; controlId?: string }) {
  const own = { name: controlId ?? name, hint, error };
  return (
    <Field label={label} {...own}>
      <input
        type="text"
        className="medium"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...fieldAttributes(own)}
        name={name}
      />
    </Field>
  );
}
