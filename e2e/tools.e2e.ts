import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { png } from "@stillreel/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage({ PRIVATE_WEBHOOKS: "true" });
let person: Person;
let receiver: Server;
const received: { type: string }[] = [];

beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Mira Harbour");
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => void (body += String(piece)));
    request.on("end", () => {
      received.push(JSON.parse(body) as { type: string });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise<void>((resolve) => void receiver.close(() => resolve())));

async function openPage(address: string): Promise<Page> {
  const context = await stage.browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  await signIn(context, stage.server.url, person);
  const page = await context.newPage();
  await page.goto(`${stage.server.url}${address}`);
  return page;
}

test("a token is created, shown once, used by a program and revoked", async () => {
  const page = await openPage("/account/tools");
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Create token" });
  await dialog.getByLabel("Name").fill("Backup");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByLabel("New token Backup").inputValue();
  const ask = async (): Promise<number> =>
    (await fetch(`${stage.server.url}/api/v1/auth/user-data`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Revoke Backup" }).click();
  expect(await page.getByText(token).count()).toBe(0);
  await page.getByRole("dialog", { name: "Revoke token" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No access tokens yet.").waitFor();
  expect(await ask()).toBe(401);
});

test("the copied command of curl uploads a picture and prints its link", async () => {
  const page = await openPage("/account/tools");
  await page.getByRole("button", { name: "Copy command" }).click();
  await page.getByText("Command copied with a new token").waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const file = path.join(os.tmpdir(), `stillreel-tools-${process.pid}.png`);
  await writeFile(file, png());
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace("capture.png", file)]);
  expect(stdout).toMatch(/^http\S+\/s\/[\w-]{22}\n$/u);
  await page.goto(stdout.trim());
  await page.getByRole("img").first().waitFor();
});

test("a webhook is created, tested, and its log shows what was sent", async () => {
  const page = await openPage("/account/webhooks");
  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Create webhook" });
  await dialog.getByLabel("Address").fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await vi.waitUntil(() => received.some(({ type }) => type === "webhook.test"), { timeout: 10_000 });
  const log = page.getByRole("region", { name: "Deliveries" });
  const delivery = log.getByRole("listitem").filter({ hasText: "webhook.test" });
  await delivery.getByText("Delivered").waitFor();
  await delivery.getByText("Request and answer").click();
  await delivery.getByText("webhook.test").waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  await vi.waitUntil(
    async () =>
      (await page.getByLabel("Secret").inputValue()).startsWith("whsec_") && !(await page.getByLabel("Secret").inputValue()).includes("•"),
  );
  expect(await accessibilityFaults(page)).toEqual([]);
});
