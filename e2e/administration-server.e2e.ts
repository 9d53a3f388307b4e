import path from "node:path";
import { mkdir } from "node:fs/promises";
import { sendResetPasswordEmail } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, toastSays } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { makeWorkspace } from "./support/workspace-screens.ts";

const FOLDER = path.resolve(import.meta.dirname, "../.cache/screens");
const TABS = ["Workspaces", "Audit log", "Jobs", "Outbox", "Server", "Health"] as const;

// The first user of the server must be known, and closing its registration must not disturb other files.
const stage = setStage({ TRASH_DAYS: "14" });
let admin: Person;
let user: Person;
let page: Page;
beforeAll(async () => {
  admin = await registerPerson(stage.server.url, "Ada Admin");
  user = await registerPerson(stage.server.url, "Uma User");
  await makeWorkspace(user, "Lumen Transit");
  await user.client.call(sendResetPasswordEmail, { body: { email: user.email } });
  page = await openAs(stage.browser, stage.server.url, admin);
  await mkdir(FOLDER, { recursive: true });
});
afterAll(() => page.context().close());

const openTab = (name: (typeof TABS)[number]): Promise<void> =>
  page.getByRole("navigation", { name: "Administration" }).last().getByRole("link", { name, exact: true }).click();

test("an administrator signs in to the administration; for other users it does not exist", async () => {
  const context = await stage.browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${stage.server.url}/auth/login`);
  await visitor.getByRole("link", { name: "Sign in as administrator" }).click();
  await visitor.getByRole("heading", { name: "Administrator sign-in" }).waitFor();
  await visitor.getByLabel("E-mail").fill(admin.email);
  await visitor.getByLabel("Password", { exact: true }).fill(admin.password);
  await visitor.getByRole("button", { name: "Sign in", exact: true }).click();
  await visitor.getByRole("heading", { level: 1, name: "Administration" }).waitFor();
  await context.close();

  const other = await openAs(stage.browser, stage.server.url, user);
  await other.goto(`${stage.server.url}/images`);
  await other.getByRole("heading", { name: "My images" }).waitFor();
  expect(await other.getByRole("link", { name: "Administration" }).count()).toBe(0);
  await other.goto(`${stage.server.url}/admin/server`);
  await other.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  await other.context().close();
});

test("the registration is closed and opened again, without a restart, and the change is in the log", async () => {
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("link", { name: "Administration" }).click();
  await openTab("Server");
  await page.getByRole("radio", { name: /^Closed/u }).check();
  await page.getByText("Pending invites to people without an account stop working.").waitFor();
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Registration" }) });
  await section.getByRole("button", { name: "Save" }).click();
  await toastSays(page, /^Settings saved/u);
  await expect(registerPerson(stage.server.url, "Vera")).rejects.toMatchObject({ code: "registration-closed" });
  await page.getByRole("button", { name: /^Undo/u }).click();
  await expect.poll(() => page.getByRole("radio", { name: /^Open/u }).isChecked()).toBe(true);
  await registerPerson(stage.server.url, "Vera");
  // A value of the environment is shown and cannot be changed.
  expect(await page.getByLabel(/^Time in the trash/u).isDisabled()).toBe(true);
  await page.getByText("Set by the environment").first().waitFor();
  await openTab("Audit log");
  await page.getByLabel("What").selectOption({ label: "Server settings" });
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "changed the setting" }).count()).toBe(2);
});

test("two administrators change one setting: the second is informed, and sees the new value", async () => {
  const second = await openAs(stage.browser, stage.server.url, admin);
  await second.goto(`${stage.server.url}/admin/server`);
  await second.getByLabel("Name", { exact: true }).fill("Harbour Two");
  await page.goto(`${stage.server.url}/admin/server`);
  const save = (on: Page) =>
    on
      .locator("section")
      .filter({ has: on.getByRole("heading", { name: "Name", exact: true }) })
      .getByRole("button", { name: "Save" })
      .click();
  await page.getByLabel("Name", { exact: true }).fill("Harbour One");
  await save(page);
  await toastSays(page, /^Settings saved/u);
  await save(second);
  await second.getByText(/Another administrator has changed this setting/u).waitFor();
  expect(await second.getByLabel("Name", { exact: true }).inputValue()).toBe("Harbour Two");
  await second.getByRole("button", { name: "Load again" }).click();
  await expect.poll(() => second.getByLabel("Name", { exact: true }).inputValue()).toBe("Harbour One");
  await second.context().close();
  const visitor = await stage.browser.newPage();
  await visitor.goto(`${stage.server.url}/auth/login`);
  await visitor.getByText("Harbour One").waitFor();
  await visitor.close();
});

test("mail of the server is read in the outbox, and a test without a mail server says so", async () => {
  await page.goto(`${stage.server.url}/admin/outbox`);
  await page
    .getByRole("button", { name: /Reset your Stillreel password/u })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /Reset your Stillreel password/u });
  await dialog.getByRole("link", { name: /\/auth\/reset/u }).waitFor();
  await page.keyboard.press("Escape");
  await openTab("Server");
  await page.getByRole("button", { name: "Send test mail" }).click();
  await page.getByText("No mail server is configured.").waitFor();
});

test("health names problems first and is checked again", async () => {
  await page.goto(`${stage.server.url}/admin/health`);
  await page.getByRole("heading", { name: "Database" }).waitFor();
  await page.getByText("Run npm run backup regularly", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Check again" }).click();
  await page.getByText(/^Checked/u).waitFor();
});

test("every tab is accessible in light and dark, on a phone, and mirrored", async () => {
  const faults: string[] = [];
  for (const name of TABS) {
    await page.goto(`${stage.server.url}/admin/${name === "Audit log" ? "audit" : name.toLowerCase()}`);
    await page.getByRole("heading", { level: 1, name: "Administration" }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const appearance of ["light", "dark", "phone", "mirrored"] as const) {
      await page.setViewportSize(
        appearance === "phone" ? { width: 390, height: 844 } : { width: 1440, height: name === "Server" ? 1_500 : 900 },
      );
      await page.emulateMedia({ colorScheme: appearance === "dark" ? "dark" : "light" });
      await page.evaluate(
        (direction) => document.documentElement.setAttribute("dir", direction),
        appearance === "mirrored" ? "rtl" : "ltr",
      );
      await page.waitForFunction(
        (scheme) => document.documentElement.dataset["mantineColorScheme"] === scheme,
        appearance === "dark" ? "dark" : "light",
      );
      // Transitions start with the next frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await page.screenshot({
        path: path.join(FOLDER, `administration-${name.toLowerCase().replace(" ", "-")}-${appearance}.png`),
        fullPage: true,
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) faults.push(`${name}, ${appearance}: scrolls sideways by ${overflow} px`);
      for (const fault of await accessibilityFaults(page, appearance === "dark" ? "contrast" : "all"))
        faults.push(`${name}, ${appearance}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});
