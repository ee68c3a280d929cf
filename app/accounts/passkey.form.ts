import * as z from "zod";

const base64url = z
  .string()
  .max(4000)
  .regex(/^[\w-]+$/);

/** The data that the browser sends about a passkey that it has just made. */
const made = z.object({
  id: base64url,
  publicKey: base64url,
  clientData: base64url,
  authenticatorData: base64url,
});

/**
 * The data that the browser sends about a passkey that was used. The signature covers the client data and the
 * authenticator data.
 */
const used = z.object({
  id: base64url,
  clientData: base64url,
  authenticatorData: base64url,
  signature: base64url,
});

/** The part of the client data (Web Authentication, section 5.8.1) that is checked here. */
const clientData = z.object({
  type: z.string(),
  challenge: base64url,
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

const parsed =
  <Shape>(shape: z.ZodType<Shape>) =>
  (text: string): Shape | null => {
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      return null;
    }
  };

/** Each function reads a JSON text that a browser sent; null if the text does not have the right form. */
export const readMadePasskey = parsed(made);
export const readUsedPasskey = parsed(used);
export const readClientData = parsed(clientData);
