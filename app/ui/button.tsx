import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

/** A page has one primary button, for the next step. */
export const BUTTON_VARIANTS = ["primary", "secondary", "quiet", "danger"] as const;
export type ButtonVariant = (typeof BUTTON_VARIANTS)[number];

const classFor = (variant: ButtonVariant, more?: string) =>
  ["button", variant !== "primary" && variant, more].filter(Boolean).join(" ");

/** A button, followed by a space as in `LinkButton`. It submits its form unless it has another `type`. */
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
 * A link that looks like a button: it leads to the next step and changes nothing. Where there are no styles, the space
 * after the link separates it from the next one.
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
 * An invisible button for a form in which another submit button comes before the main one. When somebody presses Enter
 * in a text field, browsers press the form's first submit button. So the invisible button must be the first in the
 * form. It has the effect of the main button, unless Enter must do less than that button. It cannot be reached with the
 * tab key.
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
