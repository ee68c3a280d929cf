import { Field, type FieldProps, fieldAttributes } from "./field.tsx";

/**
 * A field for a code: either one from an app on a phone, or a recovery code that was written down. Browsers may fill in
 * a current code, but do not store codes.
 *
 * @param controlId needed if several fields on one page have the same name.
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
