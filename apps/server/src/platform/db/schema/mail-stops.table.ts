import { pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/** Addresses that get no mail from users of this installation. The address itself is not stored. */
export const mailStops = pgTable("mail_stops", {
  /** Keyed hash of the address. */
  addressId: uuid().primaryKey(),
  createdAt: createdAt(),
});
