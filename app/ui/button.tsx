import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

/** A page has one primary button: its next step. */
export const BUTTON_VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;
export type ButtonVariant = (typeof BUTTON_VARIANTS)[number];

const classFor = (variant: ButtonVariant, more?: string) =>
  ["button", variant !== "primary" && variant, more].filter(Boolean).join(" ");

/** A button, and the space after it, as for `LinkButton`; it submits its form unless told otherwise. */
export function Button({
  variant = "primary",
  type = "submit",
  className,
  ...button
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant }) {
  return (
    <>
      <button {...button} type={type} className={classFor(variant, className)} />{" "}
    </>
  );
}

/**
 * A link that looks like a button: it leads to the next step and changes nothing. The space after it separates it from
 * the next one where there are no styles.
 */
export function LinkButton({
  variant = "primary",
  className,
  children,
  ...anchor
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; variant?: ButtonVariant }) {
  return (
    <>
      <a {...anchor} className={classFor(variant, className)}>
        {children}
      </a>{" "}
    </>
  );
}

/**
 * Stands first in a form whose main submit button is not the first one. Enter in a text field presses the
 * form's first submit button, and this makes that the main action. It is invisible and cannot be tabbed to.
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
