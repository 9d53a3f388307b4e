import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** The only source of ids and secrets. */
export interface Ids {
  /** Returns a UUID v7: unique and sorted by creation time. */
  id(): string;
  /** Returns a secret of at least 128 bits from the system's CSPRNG, in base64url. `bytes` defaults to 16. */
  secret(bytes?: number): string;
}

export const randomIds: Ids = {
  id: () => v7(),
  secret: (bytes = 16) => randomBytes(bytes).toString("base64url"),
};
