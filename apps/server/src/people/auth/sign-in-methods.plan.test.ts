import { expect, test } from "vitest";
import { mayRemove, type MethodFacts, providerOf } from "./sign-in-methods.plan.ts";

const ALL = { password: true, google: true, oidc: true };
const facts = (given: Partial<MethodFacts>): MethodFacts => ({ hasPassword: false, passkeys: 0, identities: [], permitted: ALL, ...given });
const google = { id: "g", provider: "google" } as const;
const oidc = { id: "o", provider: "oidc" } as const;

test.each([
  ["the only identity", facts({ identities: [google] }), { identityId: "g" }, false],
  ["one of two identities", facts({ identities: [google, oidc] }), { identityId: "g" }, true],
  ["an identity beside a password", facts({ hasPassword: true, identities: [oidc] }), { identityId: "o" }, true],
  ["an identity beside a passkey", facts({ passkeys: 1, identities: [oidc] }), { identityId: "o" }, true],
  ["the only passkey", facts({ passkeys: 1 }), { passkey: true }, false],
  ["one of two passkeys", facts({ passkeys: 2 }), { passkey: true }, true],
  ["the only passkey beside a password", facts({ passkeys: 1, hasPassword: true }), { passkey: true }, true],
] as const)("the removal of %s", (_name, given, removal, expected) => {
  expect(mayRemove(given, removal)).toBe(expected);
});

test("a method that the server does not permit does not count", () => {
  const permitted = { password: false, google: false, oidc: true };
  expect(mayRemove(facts({ hasPassword: true, identities: [oidc], permitted }), { identityId: "o" })).toBe(false);
  expect(mayRemove(facts({ identities: [google, oidc], permitted }), { identityId: "o" })).toBe(false);
  expect(mayRemove(facts({ identities: [google, oidc], permitted }), { identityId: "g" })).toBe(true);
  expect(mayRemove(facts({ passkeys: 1, identities: [{ id: "x", provider: null }] }), { passkey: true })).toBe(false);
});

test("an identity belongs to the provider with its issuer, and to a permitted one if both have it", () => {
  const issuers = { google: ["https://accounts.google.com"], oidc: ["https://id.corp.test/"] };
  expect(providerOf("https://id.corp.test", issuers, ALL)).toBe("oidc");
  expect(providerOf("https://accounts.google.com", issuers, ALL)).toBe("google");
  expect(providerOf("https://old.corp.test", issuers, ALL)).toBeNull();
  const both = { google: ["https://accounts.google.com"], oidc: ["https://accounts.google.com"] };
  expect(providerOf("https://accounts.google.com", both, { google: false, oidc: true })).toBe("oidc");
});
