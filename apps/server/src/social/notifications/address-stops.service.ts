import { createHmac } from "node:crypto";
import type { ServerResult, unsubscribeMail } from "@stillreel/contract";
import { emailKeyOf } from "../../people/auth/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./address-stops.repo.ts";

const ID_BYTES = 16;

/** Returns the id of an address: a keyed hash, so that the database does not reveal which addresses unsubscribed. */
function idOf(key: Buffer, address: string): string {
  const hash = createHmac("sha256", key)
    .update(`address:${emailKeyOf(address)}`)
    .digest("hex")
    .slice(0, ID_BYTES * 2);
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}

/**
 * Addresses that get no mail that users of this installation send to typed addresses: shared items and invites. Mail about the own account is
 * not affected.
 */
export function createAddressStops({ db, keys, clock }: Pick<Ports, "db" | "keys" | "clock">) {
  const key = keys.derive("unsubscribe");
  const earlier = keys.earlier("unsubscribe");
  return {
    /** Returns the id of an address in the link that unsubscribes it. */
    idOf: (address: string): string => idOf(key, address),

    /** Returns those of the addresses that unsubscribed. */
    async among(addresses: readonly string[]): Promise<Set<string>> {
      const byId = new Map([key, ...earlier].flatMap((one) => addresses.map((address) => [idOf(one, address), address] as const)));
      if (byId.size === 0) return new Set();
      const stored = await repo.listStored(db, [...byId.keys()]);
      return new Set(stored.map((id) => byId.get(id) ?? ""));
    },

    /** Unsubscribes or subscribes an address. Returns its state before. */
    async change(tx: Executor, addressId: string, isStopped: boolean): Promise<ServerResult<typeof unsubscribeMail>["previous"]> {
      const hasChanged = isStopped ? await repo.insert(tx, addressId, clock.now()) : await repo.remove(tx, addressId);
      return isStopped === hasChanged ? "immediately" : "never";
    },
  };
}

export type AddressStops = ReturnType<typeof createAddressStops>;
