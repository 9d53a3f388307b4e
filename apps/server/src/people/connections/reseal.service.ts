import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./connections.repo.ts";
import type { TokenSeal } from "./token-seal.ts";

const BATCH = 200;

/** Encrypts tokens of an earlier key again with the current one. Returns how many connections. */
export async function resealConnections({ db }: Pick<Ports, "db">, seal: TokenSeal, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (let found = BATCH; found === BATCH && !signal.aborted;) {
    found = await db.transaction(async (tx) => {
      const rows = await repo.lockSealedOtherwise(tx, seal.keyName, BATCH);
      for (const row of rows) {
        const tokens = seal.open(row);
        // Tokens that no key opens are lost: the name of the current key keeps them from being read each night.
        const change = tokens ? seal.seal(row, tokens) : { ...row, keyName: seal.keyName };
        await repo.reseal(tx, row.id, { accessToken: change.accessToken, refreshToken: change.refreshToken, keyName: change.keyName });
      }
      return rows.length;
    });
    count += found;
  }
  return count;
}
