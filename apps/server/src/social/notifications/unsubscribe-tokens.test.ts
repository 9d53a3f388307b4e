import { expect, it } from "vitest";
import { createUnsubscribeTokens } from "./unsubscribe-tokens.ts";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const [before, now] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

it("signs a subject of a user or an address, also in mails from the time of an earlier secret", () => {
  const old = createUnsubscribeTokens(before);
  const current = createUnsubscribeTokens(now, [before]);
  for (const subject of ["digest", "address", "comment"] as const) {
    const token = old.sign(ID, subject);
    expect(current.read(token)).toEqual({ id: ID, subject });
    expect(createUnsubscribeTokens(now).read(token)).toBeNull();
    expect(current.sign(ID, subject)).not.toBe(token);
  }
});

it("refuses tokens of another subject, and malformed ones", () => {
  const tokens = createUnsubscribeTokens(now);
  const token = tokens.sign(ID, "address");
  for (const bad of [token.replace("address", "comment"), token.replace("address.", ""), token.slice(0, -1), `${token}A`, "address.", ""])
    expect(tokens.read(bad)).toBeNull();
});
