import { addEditAsset, deleteVersions, getEdits, listVersions, putEdits, renderEdits } from "@stillreel/contract";
import { wholeVideo } from "@stillreel/video-editor/core";
import { to } from "./requests.ts";
import { type Group, row, type RequestContext } from "./request-context.ts";

const document = wholeVideo(1);

/** Creates a video with edits to save. */
async function edited(context: RequestContext): Promise<string> {
  const itemId = await context.video();
  const { data, owner } = context.fixture;
  if (context.isDone && !context.isTwin) await data(owner, putEdits, { params: { itemId }, body: { version: 0, document } });
  return itemId;
}

/** Edits and versions of videos. */
export const EDITING: Group = {
  title: "Editing videos",
  rows: [
    row(getEdits, ({ videoId: itemId }) => to(getEdits, { params: { itemId } })),
    row(putEdits, async (context) => to(putEdits, { params: { itemId: await context.video() }, body: { version: 0, document } })),
    row(addEditAsset, async (context) => {
      const request = to(addEditAsset, { params: { itemId: await context.video() } });
      return context.form(request, {}, context.picture);
    }),
    row(renderEdits, async (context) => to(renderEdits, { params: { itemId: await edited(context) }, body: { as: "same" } }), {
      note: "a copy also needs write permission on the folder of the video",
    }),
    row(listVersions, ({ videoId: itemId }) => to(listVersions, { params: { itemId } })),
    row(deleteVersions, async (context) => to(deleteVersions, { params: { itemId: await context.video() } })),
  ],
};
