import { defineRoute, LiveEvent, ROUTES } from "@stillreel/contract";
import { sampleOf, type JsonSchema } from "@stillreel/testing/fuzz";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { implement, writerOf } from "./platform/http/implement.ts";
import { toJsonSchema } from "./platform/http/json-schema.ts";

/** Schemas of all responses with JSON: those of the routes, and the live events. */
const RESPONSES: readonly [name: string, schema: z.ZodType][] = [
  ...ROUTES.map(({ id, response }): [string, z.ZodType] => [id, response as z.ZodType]),
  ["events", LiveEvent],
];

interface Field {
  route: string;
  /** Path with `[]` for the elements of a list and `*` for the values of an object with any names. */
  path: string;
  /** Whether the field is an object with names that the schema does not list, or has no type. */
  isOpen: boolean;
}

type Declared = JsonSchema & { additionalProperties?: JsonSchema | boolean };

/** Returns all fields of a schema at any depth. */
function fieldsOf(route: string, schema: Declared, path = ""): Field[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => fieldsOf(route, one, path));
  const [rest, { items, properties = {} }] = [schema.additionalProperties, schema];
  const isObject = [schema.type].flat().includes("object");
  const isUntyped = schema.type === undefined && inner.length === 0 && schema.enum === undefined && schema.const === undefined;
  const isOpen = isUntyped || (isObject && rest !== false);
  const below = (name: string): string => (path === "" ? name : `${path}.${name}`);
  return [
    { route, path, isOpen },
    ...inner,
    // A tuple has one schema for each position.
    ...(items ? [items].flat().flatMap((one) => fieldsOf(route, one, `${path}[]`)) : []),
    ...(typeof rest === "object" ? fieldsOf(route, rest, below("*")) : []),
    ...Object.entries(properties).flatMap(([name, one]) => fieldsOf(route, one, below(name))),
  ];
}
const FIELDS = RESPONSES.flatMap(([route, schema]) => fieldsOf(route, toJsonSchema(schema, "output")));
/** Returns the fields that match, once each, as `route path`. */
const listed = (matches: (field: Field) => boolean): string[] => [
  ...new Set(FIELDS.filter(matches).map(({ route, path }) => `${route} ${path}`)),
];

/** Routes that sign in. */
const SIGN_INS = ["auth.login", "auth.loginGoogle", "auth.refresh", "auth.register", "auth.signInWithPasskey", "auth.verifyTwoFactor"];

/** Fields with the name of a secret, and why they are in a response. */
const NAMED_LIKE_SECRETS = [
  // The tokens of the new session, for the caller that signs in.
  // Shown once, while the authenticator app is set up.
  "auth.setUpTwoFactor secret",
  "auth.getTwoFactor hasPassword",
  // The new access token, shown once.
  "auth.createAccessToken token",
  // The secret of the caller's own webhook, with which its receiver checks signatures.
  "webhooks.create secret",
  "webhooks.getSecret secret",
  // Public ids of the caller's own passkeys.
  ...["", "[]", "[].id", "[].transports", "[].transports[]", "[].type"].flatMap((part) => [
    `auth.startPasskey excludeCredentials${part}`,
    `auth.startPasskeyProof allowCredentials${part}`,
  ]),
  // Whether the caller's own account has a password.
  ...["", ".isPermitted", ".isSet"].map((part) => `auth.getSignInMethods password${part}`),
  ...SIGN_INS.flatMap((id) => [`${id} idToken`, `${id} refreshToken`]),
  // Whether the link has a password, for its owner.
  ...["get", "getFolder", "update", "updateFolder"].map((verb) => `shares.${verb} hasPassword`),
  // Whether the request has a password, for its owner.
  "requests.create hasPassword",
  "requests.list items[].hasPassword",
  "requests.update hasPassword",
  "requests.uploadPicture hasPassword",
  // Where an account is signed in, for administrators. Without tokens.
  ...["people.create user.", "people.get ", "people.update "].flatMap((start) =>
    ["", "[]", "[].createdAt", "[].id", "[].ip", "[].lastSeenAt", "[].userAgent"].map((field) => `${start}sessions${field}`),
  ),
  // Link of an added account, once and only without a mail server, for the administrator who added it.
  "people.create passwordUrl",
  // Whether sign-ins by password are permitted.
  "auth.getSignInOptions password",
  ...["settings.get", "settings.update", "settings.uploadLogo"].flatMap((id) => [
    `${id} configured.password`,
    `${id} signIn.value.password`,
  ]),
];

/** Fields without a fixed list of names, and why. */
const OPEN = [
  // Ids of folders by the id of their workspace.
  ...["getUserData", "updateEmail", "updateUserData"].map((verb) => `auth.${verb} favoriteFolders.workspaces`),
  // Facts of one action, which differ by action. S32 tests that they contain no secrets.
  ...["audit.list", "audit.listInstallation"].flatMap((id) => [`${id} items[].details`, `${id} items[].details.*`]),
];
/** Edit documents, which are validated when they are stored, and returned as a whole. Coordinates of a line's points are pairs. */
const isDocument = (field: string): boolean =>
  /^(?:edits\.(?:get|put) (?:document|shown)\.effects\[\]\.shape\.points|pointer\.get (?:moves|clicks)\[\]\[\])$/u.test(field);
/** Routes that write the text of their response from such documents. */
const WRITTEN = new Set(["edits.get", "edits.put", "pointer.get"]);
/** Annotations, which are stored and returned as a whole. They are validated when they are stored. */
const isMarkers = (field: string): boolean => /(?:^| |\.)markers$/u.test(field);

/** Fields with e-mail addresses, and whose. A new one needs a review: who may see the address? */
const ADDRESSES = [
  // The caller's own address.
  "auth.confirmEmailChange email",
  ...["auth.getUserData", "auth.updateEmail", "auth.updateUserData"].flatMap((id) => [`${id} email`, `${id} emailVerified`]),
  ...SIGN_INS.map((id) => `${id} email`),
  // The caller's own addresses at identity providers.
  "auth.getSignInMethods identities[].email",
  "auth.linkGoogle email",
  // The caller's own address at the connected storage.
  "drive.completeOauth email",
  "drive.getUser email",
  // Addresses that the caller gave in the request.
  ...["already[]", "failed[]", "sent[]"].map((field) => `emails.sendWorkspaceInvite ${field}`),
  "emails.sendItem failed[]",
  "emails.sendItem sent[]",
  // Addresses that visitors gave for questions about their report, for administrators.
  "reports.get newestReports[].email",
  "reports.get newest.email",
  "reports.list items[].newest.email",
  "reports.update newest.email",
  // Addresses of people who asked for access, for those who may give it.
  "accessRequests.list guests[].person.email",
  "accessRequests.list requests[].person.email",
  // Addresses that visitors gave for answers, for the user whom they sent something.
  "requests.listItems items[].senderEmail",
  // Members of a workspace, for its members.
  "invites.join members[].email",
  "members.list items[].email",
  "members.update email",
  "search.all people[].email",
  "workspaces.create members[].email",
  "workspaces.get workspace.members[].email",
  // Invited users, for members who may invite.
  "invites.list pending[].email",
  // Accounts, for administrators.
  ...["people.create user.", "people.get ", "people.list items[].", "people.update "].flatMap((field) => [
    `${field}email`,
    `${field}emailVerified`,
  ]),
  // The sender of all mail, for administrators.
  ...["settings.get", "settings.update", "settings.uploadLogo"].flatMap((id) =>
    ["", ".source", ".value", ".version"].map((part) => `${id} mailFrom${part}`),
  ),
  // Recipients of mail, for administrators.
  "admin.listOutbox items[].to",
];

const EXTRA = { passwordHash: "$argon2id$", ownerEmail: "owner@example.test", sessionKey: "key" };

/** Adds fields that the schema does not list to every object of a value, except those that are {@link OPEN}. */
function withExtra(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((inner) => withExtra(inner));
  if (typeof value !== "object" || value === null || OPEN.some((field) => field.endsWith(`.${name}`))) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withExtra(inner, key)])), ...EXTRA };
}

describe("S4: the fields of responses", () => {
  it("are read from the schemas of all routes", () => {
    expect(FIELDS.length).toBeGreaterThan(1_500);
  });

  it("have no name of a secret", () => {
    const secret = /password|hash|secret|salt|refresh|cookie|token|credential|session(?!Id)|storage_?key/iu;
    expect(listed(({ path }) => secret.test(path)).toSorted()).toEqual(NAMED_LIKE_SECRETS.toSorted());
  });

  it("are listed in the schema, so that no other field of a row is sent", () => {
    expect(
      listed(({ isOpen }) => isOpen)
        .filter((field) => !isMarkers(field) && !isDocument(field))
        .toSorted(),
    ).toEqual(OPEN.toSorted());
  });

  it("contain e-mail addresses only where this list says so", () => {
    const named = listed(({ path }) => /mail/iu.test(path));
    const ofMail = listed(({ route, path }) => /^emails\..+\[\]$|^admin\.listOutbox.+\.to$/u.test(`${route} ${path}`));
    expect([...named, ...ofMail].toSorted()).toEqual(ADDRESSES.toSorted());
  });

  it("do not contain what a handler returns in addition", () => {
    // Live events are not written by this writer.
    for (const [route, schema] of RESPONSES.filter(([name]) => name !== "events" && !WRITTEN.has(name))) {
      const value = sampleOf(toJsonSchema(schema, "output") as JsonSchema, {});
      const plain = writerOf(schema)(value as never);
      expect(writerOf(schema)(withExtra(value) as never), route).toBe(plain);
    }
  });

  it("of a request are the listed ones", async () => {
    const app = Fastify();
    app.decorateRequest("actor");
    const person = z.object({ name: z.string() });
    const response = z.object({ person, people: z.array(person), none: person.nullable() });
    const route = defineRoute({ id: "probe.get", method: "GET", path: "/probe", summary: "Probe", auth: "public", response });
    const one = { name: "Ann", ...EXTRA };
    implement(app, route, { needs: "public" }, async () => ({ person: one, people: [one], none: null, ...EXTRA }));
    const answer = await app.inject("/api/v1/probe");
    const ann = { name: "Ann" };
    expect(answer.json()).toEqual({ status: "success", data: { person: ann, people: [ann], none: null } });
    await app.close();
  });
});
