import { login, register, SIGN_IN_DEVICE_DAYS, updatePreferences } from "@stillreel/contract";
import { createTestApp, expectData, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const NEWER_LAPTOP = LAPTOP.replace("Chrome/140", "Chrome/147");
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const DAY_MS = 86_400_000;
const PASSWORD = "correct horse 7";

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp({ publicUrl: "https://stills.example" });
  admin = await t.user();
});
afterAll(() => t.close());

let accounts = 0;
/** Creates an account on a laptop and returns its address. */
async function onLaptop(): Promise<string> {
  accounts += 1;
  const email = `mira-${accounts}@example.test`;
  expectData(await t.call(register, { body: { email, password: PASSWORD, username: "Mira" } }, null, { "user-agent": LAPTOP }), 201);
  return email;
}
const signIn = async (email: string, userAgent: string): Promise<TestUser["headers"]> => {
  const { idToken, refreshToken } = (
    await t.call(login, { body: { email, password: PASSWORD } }, null, { "user-agent": userAgent })
  ).data();
  return { idtoken: idToken, refreshtoken: refreshToken };
};
const alertsTo = async (address: string) => {
  const { rows } = await t.ports.pool.query<{ text: string; subject: string }>(
    "select subject, text from outbox where \"to\" = $1 and subject like 'New sign-in%' order by created_at",
    [address],
  );
  return rows;
};
const audited = async (address: string) =>
  (
    await t.ports.pool.query<{ subject: string }>(
      "select a.details->>'subject' as subject from audit a join users u on u.id = a.user_id where u.email = $1 and a.action = 'auth.new-device' order by a.at",
      [address],
    )
  ).rows.map(({ subject }) => subject);

test("the session that creates the account, and later ones of the same browser and system, are not reported", async () => {
  const email = await onLaptop();
  await signIn(email, LAPTOP);
  await signIn(email, NEWER_LAPTOP);
  expect([await alertsTo(email), await audited(email)]).toEqual([[], []]);
});

test("a sign-in from another device is reported once, in words", async () => {
  const email = await onLaptop();
  await signIn(email, PHONE);
  await signIn(email, PHONE);
  const [alert, ...others] = await alertsTo(email);
  expect(others).toEqual([]);
  expect(alert?.subject).toBe("New sign-in to your Stillreel account: Safari, iOS");
  expect(alert?.text).toContain("127.0.0.1");
  expect(alert?.text).toContain(String(t.clock.now().getUTCFullYear()));
  expect(alert?.text).toContain("https://stills.example/account/security#sessions");
  expect(await audited(email)).toEqual(["Safari, iOS"]);
});

test("sign-ins of a new device at the same time are reported once", async () => {
  const email = await onLaptop();
  await Promise.all([signIn(email, PHONE), signIn(email, PHONE), signIn(email, PHONE)]);
  expect(await alertsTo(email)).toHaveLength(1);
});

test("a program without a name is reported as an unknown device", async () => {
  const email = await onLaptop();
  await signIn(email, "");
  expect((await alertsTo(email)).map(({ subject }) => subject)).toEqual(["New sign-in to your Stillreel account: unknown device"]);
});

test("a device is new again after 90 days without use", async () => {
  const email = await onLaptop();
  await signIn(email, PHONE);
  t.clock.advance((SIGN_IN_DEVICE_DAYS - 1) * DAY_MS);
  await signIn(email, PHONE);
  expect(await alertsTo(email)).toHaveLength(1);
  t.clock.advance((SIGN_IN_DEVICE_DAYS + 1) * DAY_MS);
  await signIn(email, PHONE);
  expect(await alertsTo(email)).toHaveLength(2);
});

test("sessions from before devices were recorded make their device known", async () => {
  const email = await onLaptop();
  await signIn(email, PHONE);
  await t.ports.pool.query("delete from sign_in_devices");
  await signIn(email, LAPTOP);
  await signIn(email, PHONE);
  expect(await alertsTo(email)).toHaveLength(1);
});

test("the mail can be switched off, the entry of the audit log stays", async () => {
  const email = await onLaptop();
  const headers = await signIn(email, LAPTOP);
  const me = { ...admin, headers };
  expect(expectData(await t.call(updatePreferences, { body: { signInAlerts: false } }, me))).toMatchObject({ signInAlerts: false });
  await signIn(email, PHONE);
  expect([await alertsTo(email), await audited(email)]).toEqual([[], ["Safari, iOS"]]);
});
