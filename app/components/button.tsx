import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const classFor = (variant: ButtonVariant, more?: string) =>
  ["button", variant !== "primary" && variant, more].filter(Boolean).join(" ");

/** A button; it submits its form unless told otherwise. */
export function Button({
  variant = "primary",
  type = "submit",
  className,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant }) {
  return <button {...button} type={type} className={classFor(variant, className)} />;
}

/** A link that looks like a button: it leads to the next step and changes nothing. */
export function LinkButton({
  variant = "primary",
  className,
  children,
  ...anchor
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: ButtonVariant }) {
  return (
    <a {...anchor} className={classFor(variant, className)}>
      {children}
    </a>
  );
}

/**
 * First in a form that has other submit buttons before its main one: Enter in a text field presses the first
 * submit button of the form, and this makes that one the main action. Nobody sees it or tabs to it.
 */
export function EnterButton({ name, value }: { name?: string; value?: string }) {
  return (
    <button
      type="submit"
      className="visually-hidden"
      name={name}
      value={value}
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
