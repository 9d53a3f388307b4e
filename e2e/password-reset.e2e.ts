import { listOutbox } from "@stillreel/contract";
import { beforeAll, expect, test } from "vitest";
import { type Person, registerPerson, signInOnPage } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage({});
let administrator: Person;

beforeAll(async () => {
  administrator = await registerPerson(stage.server.url, "Ada Administrator");
});

/** Returns the link in the newest mail to an address with an account. */
async function linkMailedTo(address: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { items } = await administrator.client.call(listOutbox, { query: {} });
        link = items
          .filter((mail) => mail.to === address)
          .map((mail) => /https?:\/\/\S+\/auth\/reset\?code=[\w-]+/u.exec(mail.text)?.[0])
          .find((found) => found !== undefined);
        return link;
      },
      { timeout: 15_000 },
    )
    .toBeTruthy();
  return link ?? "";
}

test("a forgotten password is replaced by the mailed link, once", async () => {
  const person = await registerPerson(stage.server.url, "Jonas Weber");
  const page = await stage.browser.newPage();
  await page.goto(`${stage.server.url}/auth/login`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The page before this one also has an e-mail field.
  const send = page.getByRole("button", { name: "Send reset link" });
  await send.waitFor();
  await page.getByLabel("E-mail").fill(person.email);
  await send.click();
  const link = await linkMailedTo(person.email);

  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("southharbour8");
  await page.getByLabel("Confirm new password").fill("southharbour8");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL((url) => url.pathname !== "/auth/reset");

  await signInOnPage(page, stage.server.url, person.email, person.password);
  await page.getByText("Invalid email or password! Please enter again.").first().waitFor();
  await signInOnPage(page, stage.server.url, person.email, "southharbour8");
  await page.getByRole("heading", { name: "My images" }).waitFor();

  await page.goto(link);
  await page.getByRole("heading", { name: "This reset link was already used or has expired" }).waitFor();
});
