import { getSettings, IntegrationProvider, testSettings, updateSettings } from "@stillreel/contract";
import { createTestApp, expectError } from "@stillreel/testing";
import { startVendors } from "@stillreel/testing/vendors";
import { describe, expect, test } from "vitest";
import { connect, stateOf } from "./connections.fixture.ts";

/** Addresses of the doubles, without the credentials of one service. */
async function vendorsWithout(name: string) {
  const vendors = await startVendors();
  const { [`${name}_CLIENT_ID`]: clientId = "", [`${name}_CLIENT_SECRET`]: clientSecret = "", ...config } = vendors.environment;
  return { vendors, config, credentials: { clientId, clientSecret } };
}

test("credentials that an administrator saves are write-only, encrypted, and work without a restart", async () => {
  const { vendors, config, credentials } = await vendorsWithout("SLACK");
  await using t = await createTestApp({ config });
  const admin = await t.user();
  expect(await stateOf(t, admin, "slack")).toMatchObject({ configured: false });
  const saved = await t.call(updateSettings, { body: { slackApp: { value: credentials, version: 0 } } }, admin);
  expect(saved.data().slackApp).toEqual({ value: { clientId: credentials.clientId }, source: "saved", version: 1 });
  expect((await t.call(getSettings, {}, admin)).body).not.toContain(credentials.clientSecret);
  for (const table of ["settings", "audit"]) {
    const { rows } = await t.ports.pool.query(`select r::text as text from ${table} r`);
    expect(JSON.stringify(rows), table).not.toContain(credentials.clientSecret);
  }
  expect(await stateOf(t, admin, "slack")).toMatchObject({ configured: true });
  expect(await connect(t, admin, "slack")).toBe("/integrations?connected=slack");
  await t.call(updateSettings, { body: { slackApp: { value: null, version: 1 } } }, admin);
  expect(await stateOf(t, admin, "slack")).toMatchObject({ configured: false, status: "connected" });
  await vendors.close();
});

test("credentials of the environment win, and cannot be changed", async () => {
  const { vendors, config } = await vendorsWithout("DROPBOX");
  await using t = await createTestApp({ config });
  const admin = await t.user();
  const { slackApp, dropboxApp } = (await t.call(getSettings, {}, admin)).data();
  expect(slackApp).toEqual({ value: { clientId: "slack-client" }, source: "environment", version: 0 });
  expect(dropboxApp).toEqual({ value: null, source: "default", version: 0 });
  const value = { clientId: "other", clientSecret: "other" };
  expectError(await t.call(updateSettings, { body: { slackApp: { value, version: 0 } } }, admin), "setting-from-environment");
  const half = { value: { clientId: "other", clientSecret: " " }, version: 0 };
  const refused = await t.call(updateSettings, { body: { dropboxApp: half } }, admin);
  expectError(refused, "validation-failed");
  expect(refused.json().details[0].field).toBe("dropboxApp.value.clientSecret");
  await vendors.close();
});

test("a client id for sign-ins with Google alone does not fix the credentials of the drive", async () => {
  await using t = await createTestApp({ config: { GOOGLE_CLIENT_ID: "for-sign-ins" } });
  const admin = await t.user();
  const value = { clientId: "for-drive", clientSecret: "secret" };
  const saved = await t.call(updateSettings, { body: { driveApp: { value, version: 0 } } }, admin);
  expect(saved.data().driveApp).toEqual({ value: { clientId: "for-drive" }, source: "saved", version: 1 });
  expect(await stateOf(t, admin, "drive")).toMatchObject({ configured: true });
});

test("wrong credentials do not end the connections of users", async () => {
  const { vendors, config, credentials } = await vendorsWithout("ATLASSIAN");
  await using t = await createTestApp({ config });
  const admin = await t.user();
  await t.call(updateSettings, { body: { jiraApp: { value: credentials, version: 0 } } }, admin);
  await connect(t, admin, "jira");
  const wrong = { value: { ...credentials, clientSecret: "mistyped" }, version: 1 };
  await t.call(updateSettings, { body: { jiraApp: wrong } }, admin);
  vendors.grants.jira.expireAll();
  const use = () =>
    t.modules.connections.withToken(admin.id, "jira", (access) => access.request({ url: `${vendors.atlassian.origin}/me` }));
  await expect(use()).rejects.toMatchObject({ code: "provider-refused" });
  expect(await stateOf(t, admin, "jira")).toMatchObject({ status: "connected" });
  await t.call(updateSettings, { body: { jiraApp: { value: credentials, version: 2 } } }, admin);
  expect((await use()).status).toBe(200);
  await vendors.close();
});

describe("the test of the credentials", () => {
  test.each(IntegrationProvider.options)("of %s accepts right ones, and returns the word of the service for wrong ones", async (what) => {
    const vendors = await startVendors();
    await using t = await createTestApp({ config: vendors.environment });
    const admin = await t.user();
    const to = `${t.ports.publicUrl()}/api/v1/integrations/${what}/callback`;
    expect((await t.call(testSettings, { body: { what } }, admin)).data()).toEqual({ outcome: "accepted", to, answer: null });
    vendors.grants[what].app.clientSecret = "another";
    const { outcome, answer } = (await t.call(testSettings, { body: { what } }, admin)).data();
    expect(outcome).toBe("refused");
    expect(answer).toMatch(/^(invalid_client|bad_client_secret|access_denied)$/u);
    await vendors.close();
  });

  test("of a service that is not configured, or does not answer, says so", async () => {
    const vendors = await startVendors();
    await vendors.close();
    const { SLACK_CLIENT_ID: _id, ...config } = vendors.environment;
    await using t = await createTestApp({ config });
    const admin = await t.user();
    const outcomeOf = async (what: IntegrationProvider) => (await t.call(testSettings, { body: { what } }, admin)).data();
    expect(await outcomeOf("slack")).toMatchObject({ outcome: "not-configured", answer: null });
    expect(await outcomeOf("jira")).toMatchObject({ outcome: "late", answer: "Jira can't be reached. Try again later." });
  });
});
