import { beforeAll, expect, test } from "vitest";
import { stripedPng } from "./support/pictures.ts";
import { type Person, registerPerson, signInOnPage } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage({});
let person: Person;

beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Mira Harbour");
});

const photo = { name: "me.png", mimeType: "image/png", buffer: stripedPng(800, 400, [40, 90, 160]) };

test("a photo is cropped by pointer, slider and keys, and is shown round everywhere", async () => {
  const page = await stage.browser.newPage();
  await signInOnPage(page, stage.server.url, person.email, person.password);
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await page.goto(`${stage.server.url}/profile`);
  const input = page.getByLabel("Upload a photo");
  await input.setInputFiles({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByText("The file is damaged or incomplete.").waitFor();

  await input.setInputFiles(photo);
  const dialog = page.getByRole("dialog", { name: "Crop your photo" });
  const stageArea = dialog.getByRole("application", { name: "Position of the photo" });
  await stageArea.waitFor();
  expect(await stageArea.evaluate((element) => element === document.activeElement)).toBe(true);
  const picture = () => stageArea.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const start = await picture();
  await page.keyboard.press("Shift+ArrowRight");
  const byKeys = await picture();
  expect(byKeys).not.toBe(start);
  await page.keyboard.press("+");
  const slider = dialog.getByRole("slider", { name: "Size" });
  expect(Number(await slider.inputValue())).toBeCloseTo(1.1);
  await slider.fill("2");
  const bySlider = await picture();
  expect(bySlider).not.toBe(byKeys);
  const box = await stageArea.boundingBox();
  if (!box) throw new Error("The stage has no box.");
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 140, { steps: 4 });
  await page.mouse.up();
  expect(await picture()).not.toBe(bySlider);
  await page.mouse.wheel(0, -200);
  await page.waitForFunction((input) => Number((input as HTMLInputElement).value) > 2, await slider.elementHandle());
  await dialog.getByRole("button", { name: "Use photo" }).click();
  await page.getByText("Photo added").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Replace" }).waitFor();
  const { photoURL } = (await (await page.request.get(`${stage.server.url}/api/v1/auth/user-data`)).json()).data;
  expect((await page.request.get(stage.server.url + photoURL)).status()).toBe(200);

  await input.setInputFiles(photo);
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("opened items are recent files, and the default workspace is where the portal opens", async () => {
  const page = await stage.browser.newPage();
  await signInOnPage(page, stage.server.url, person.email, person.password);
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await page.goto(`${stage.server.url}/preferences`);
  await page.getByRole("switch", { name: "Save page details" }).waitFor();
  expect(await page.getByRole("button", { name: /Default workspace/u }).count()).toBe(0);

  const api = `${stage.server.url}/api/v1`;
  const form = (title: string) => ({ multipart: { title, fullFileName: `${title}.png`, file: { ...photo, name: `${title}.png` } } });
  const workspace = (await (await page.request.post(`${api}/workspace/new?name=Lumen`)).json()).data.id as string;
  const item = (await (await page.request.post(`${api}/workspace/${workspace}/files/image`, form("Shared chart"))).json()).data
    .id as string;
  await page.request.post(`${api}/workspace/personal/files/image`, form("Own chart"));
  await page.goto(`${stage.server.url}/profile`);
  const recent = page.getByRole("list", { name: "Recent files" });
  await recent.getByRole("link", { name: "Own chart" }).waitFor();
  expect(await recent.getByRole("link").count()).toBe(1);
  const recorded = page.waitForResponse((answer) => answer.url().endsWith(`/recent-items/${item}`));
  await page.goto(`${stage.server.url}/w/${workspace}/images/${item}`);
  expect((await recorded).status()).toBe(200);
  await page.goto(`${stage.server.url}/profile`);
  await recent.getByRole("link", { name: "Shared chart" }).waitFor();
  expect(await recent.getByRole("link").allInnerTexts()).toEqual(["Shared chart", "Own chart"]);

  await page.goto(`${stage.server.url}/preferences`);
  await page.getByRole("button", { name: "Default workspace: My library" }).click();
  await page.getByRole("menuitemradio", { name: "Lumen" }).click();
  await page.getByText("Default workspace saved").waitFor();
  await page.goto(`${stage.server.url}/`);
  await page.waitForURL((url) => url.pathname === `/w/${workspace}`);
  await page.goto(`${stage.server.url}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await signInOnPage(page, stage.server.url, person.email, person.password);
  await page.waitForURL((url) => url.pathname === `/w/${workspace}`);
  await page.goto(`${stage.server.url}/images`);
  await page
    .getByRole("button", { name: /Account menu|Mira Harbour/u })
    .first()
    .click();
  expect(await page.getByRole("menuitem", { name: "Workspace settings" }).getAttribute("href")).toBe(`/w/${workspace}/settings`);

  await page.request.delete(`${api}/workspace/${workspace}/delete`);
  await page.goto(`${stage.server.url}/`);
  await page.waitForURL((url) => url.pathname === "/images");
});
