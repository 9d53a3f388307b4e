import {
  addReaction,
  createComment,
  deleteCaptions,
  deleteComment,
  deleteShare,
  getCaptions,
  getPlayback,
  getShare,
  getShared,
  getStatistics,
  likeItem,
  listComments,
  listPeople,
  putCaptions,
  recordView,
  removeReaction,
  sendItem,
  unlikeItem,
  unlockShared,
  updateChapters,
  updateComment,
  updateShare,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { type Group, row, type Scene } from "./scene.ts";
import { type Cells, LINK, READ, READ_OR_LINK, WRITE } from "./verdicts.ts";
import { PASSWORD } from "./world.ts";

/** Readable through a link, writable by signed-in users. */
const SIGN_IN_BY_LINK: Cells = { ...READ, revoked: "404" };
/** Signed-out callers learn only that they must sign in. */
const SIGN_IN_FIRST: Cells = READ;

/** Returns a comment of the caller. */
async function ownComment(scene: Scene): Promise<string> {
  const { world, place, sender, isDone } = scene;
  if (!isDone) return scene.known(place.commentId);
  return (await world.data(sender, createComment, { params: { itemId: place.item.id }, body: { text: "Mine" } })).id;
}

/** Returns a comment of another user. */
async function othersComment(scene: Scene): Promise<string> {
  const { world, place, isDone } = scene;
  if (!isDone) return scene.known(place.commentId);
  const by = scene.self === world.owner ? world.people.member : world.owner;
  return (await world.data(by, createComment, { params: { itemId: place.item.id }, body: { text: "Another's" } })).id;
}

/** Comments, reactions, likes, views. */
export const DISCUSSION: Group = {
  title: "Comments, likes, views",
  rows: [
    row(listComments, READ_OR_LINK, ({ itemId, share }) => to(listComments, { params: { itemId }, query: share })),
    row(createComment, SIGN_IN_FIRST, ({ itemId, share }) =>
      to(createComment, { params: { itemId }, query: share, body: { text: "What a bird" } }),
    ),
    row(
      updateComment,
      READ,
      async (scene) => to(updateComment, { params: { commentId: await ownComment(scene) }, body: { text: "Mine" } }),
      {
        note: "one's own; another's: 403",
      },
    ),
    row(deleteComment, WRITE, async (scene) => to(deleteComment, { params: { commentId: await othersComment(scene) } }), {
      note: "another's; one's own by reading",
    }),
    row(addReaction, SIGN_IN_BY_LINK, (scene) => {
      const params = { commentId: scene.known(scene.place.commentId), emoji: "👍" };
      return to(addReaction, { params, query: scene.share });
    }),
    row(removeReaction, SIGN_IN_BY_LINK, (scene) => {
      const params = { commentId: scene.known(scene.place.commentId), emoji: "👍" };
      return to(removeReaction, { params, query: scene.share });
    }),
    row(likeItem, SIGN_IN_BY_LINK, ({ itemId, share }) => to(likeItem, { params: { itemId }, query: share })),
    row(unlikeItem, SIGN_IN_BY_LINK, ({ itemId, share }) => to(unlikeItem, { params: { itemId }, query: share })),
    row(recordView, READ_OR_LINK, ({ itemId, share }) =>
      to(recordView, { params: { itemId }, query: share, body: { session: "12345678", seconds: 1 } }),
    ),
    row(listPeople, READ, ({ itemId }) => to(listPeople, { params: { itemId } })),
    row(getStatistics, WRITE, ({ itemId }) => to(getStatistics, { params: { itemId } })),
  ],
};

const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nTweet\n";

/** Creates captions of the common video as its owner. */
async function captions({ world, place }: Scene, language: string): Promise<string> {
  await world.data(world.owner, putCaptions, { params: { itemId: place.videoId, language }, body: { vtt: VTT } });
  return language;
}

/** Video playback and statistics. */
export const WATCHING: Group = {
  title: "Watching",
  rows: [
    row(getPlayback, READ_OR_LINK, ({ videoId: itemId, videoShare }) => to(getPlayback, { params: { itemId }, query: videoShare })),
    row(getCaptions, READ_OR_LINK, async (scene) =>
      to(getCaptions, { params: { itemId: scene.videoId, language: await captions(scene, "en") }, query: scene.videoShare }),
    ),
    row(putCaptions, WRITE, ({ videoId: itemId }) => to(putCaptions, { params: { itemId, language: "de" }, body: { vtt: VTT } })),
    row(deleteCaptions, WRITE, async (scene) => {
      const language = await captions(scene, "fr");
      return to(deleteCaptions, { params: { itemId: scene.videoId, language } });
    }),
    row(updateChapters, WRITE, async (scene) => to(updateChapters, { params: { itemId: await scene.video() }, body: { enabled: false } })),
  ],
};

/** Share links and their content. */
export const LINKS: Group = {
  title: "Links",
  rows: [
    row(getShare, WRITE, ({ workspaceId, itemId }) => to(getShare, { params: { workspaceId, itemId } })),
    row(updateShare, WRITE, async (scene) => {
      const params = { workspaceId: scene.workspaceId, itemId: (await scene.item()).id };
      return to(updateShare, { params, body: { visibility: "private" } });
    }),
    row(deleteShare, WRITE, async (scene) => {
      const params = { workspaceId: scene.workspaceId, itemId: (await scene.item()).id };
      return to(deleteShare, { params });
    }),
    row(sendItem, WRITE, ({ itemId }) => to(sendItem, { body: { itemId, emails: ["friend@example.test"] } })),
    row(getShared, LINK, (scene) => to(getShared, { params: { slug: scene.slug() } }), { note: "whoever holds the link" }),
    row(
      unlockShared,
      LINK,
      (scene) => to(unlockShared, { params: { slug: scene.slug(scene.world.lockedSlug) }, body: { password: PASSWORD } }),
      { note: "whoever holds the link and knows its password" },
    ),
  ],
};
