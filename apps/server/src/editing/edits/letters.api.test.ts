import { cancelRender, getEdits, renderEdits, type EditDocument } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

/** A letter of a rare name, which no installed font has. */
const RARE = "\u{31350}";

let t: TestApp;
let studio: Studio;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
});
afterAll(() => t.close());

const textOf = (id: string, text: string) =>
  ({ id, kind: "text", start: 0, end: 1, x: 0, y: 0, width: 1, height: 0.5, text }) as unknown as EditDocument["effects"][number];

it("letters without a font are named before anything is rendered, and drawn when the user wants it", async () => {
  const { id } = await studio.upload();
  await t.runJobs();
  const render = (missingLetters?: "draw" | "refuse") =>
    t.call(renderEdits, { params: { itemId: id }, body: { as: "same", missingLetters } }, studio.owner);
  await studio.save(id, { effects: [textOf("a", "Größe, Привет, שלום, مرحبا 😀 你好，世界 編輯"), textOf("b", "plain")] });
  expect((await render("refuse")).statusCode).toBe(202);
  await t.call(cancelRender, { params: { itemId: id }, query: {} }, studio.owner);

  await studio.save(id, { effects: [textOf("a", `Größe ${RARE}`), textOf("b", RARE)] });
  for (let times = 0; times < 2; times += 1) {
    const refused = await render("refuse");
    expectError(refused, "letters-missing");
    expect(refused.json()).toMatchObject({ details: [{ field: "document.effects", message: RARE }] });
  }
  expect((await t.call(getEdits, { params: { itemId: id } }, studio.owner)).data().render).toBeNull();
  expect((await render("draw")).statusCode).toBe(202);
  expect((await render()).statusCode).toBe(202);
  expect((await t.runJobs()).failed).toEqual([]);
});
