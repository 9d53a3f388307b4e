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
import { type Group, row, type Scene } from "./request-context.ts";
import { PASSWORD } from "./matrix-fixture.ts";

/** Returns a comment of the caller. */
async function ownComment(scene: Scene): Promise<string> {
  const { world, target, sender, isDone } = scene;
  if (!isDone) return scene.known(target.commentId);
  return (await world.data(sender, createComment, { params: { itemId: target.item.id }, body: { text: "Mine" } })).id;
}

/** Returns a comment of another user. */
async function othersComment(scene: Scene): Promise<string> {
  const { world, target, isDone } = scene;
  if (!isDone) return scene.known(target.commentId);
  const by = scene.self === world.owner ? world.people.member : world.owner;
  return (await world.data(by, createComment, { params: { itemId: target.item.id }, body: { text: "Another's" } })).id;
}

/** Comments, reactions, likes, views. */
export const DISCUSSION: Group = {
  title: "Comments, likes, views",
  rows: [
    row(listComments, ({ itemId, share }) => to(listComments, { params: { itemId }, query: share })),
    row(createComment, ({ itemId, share }) => to(createComment, { params: { itemId }, query: share, body: { text: "What a bird" } })),
    row(updateComment, async (scene) => to(updateComment, { params: { commentId: await ownComment(scene) }, body: { text: "Mine" } }), {
      note: "own comments; comments of other users: 403",
    }),
    row(deleteComment, async (scene) => to(deleteComment, { params: { commentId: await othersComment(scene) } }), {
      note: "comments of other users; own comments need only read permission",
    }),
    row(addReaction, (scene) => {
      const params = { commentId: scene.known(scene.target.commentId), emoji: "👍" };
      return to(addReaction, { params, query: scene.share });
    }),
    row(removeReaction, (scene) => {
      const params = { commentId: scene.known(scene.target.commentId), emoji: "👍" };
      return to(removeReaction, { params, query: scene.share });
    }),
    row(likeItem, ({ itemId, share }) => to(likeItem, { params: { itemId }, query: share })),
    row(unlikeItem, ({ itemId, share }) => to(unlikeItem, { params: { itemId }, query: share })),
    row(recordView, ({ itemId, share }) => to(recordView, { params: { itemId }, query: share, body: { session: "12345678", seconds: 1 } })),
    row(listPeople, ({ itemId }) => to(listPeople, { params: { itemId } })),
    row(getStatistics, ({ itemId }) => to(getStatistics, { params: { itemId } })),
  ],
};

const VTT = "WEBVTT\n\n00:01.000 --> 00:02.000\nTweet\n";

/** Creates captions of the common video as its owner. */
async function captions({ world, target }: Scene, language: string): Promise<string> {
  await world.data(world.owner, putCaptions, { params: { itemId: target.videoId, language }, body: { vtt: VTT } });
  return language;
}

/** Video playback and statistics. */
export const WATCHING: Group = {
  title: "Watching",
  rows: [
    row(getPlayback, ({ videoId: itemId, videoShare }) => to(getPlayback, { params: { itemId }, query: videoShare })),
    row(getCaptions, async (scene) =>
      to(getCaptions, { params: { itemId: scene.videoId, language: await captions(scene, "en") }, query: scene.videoShare }),
    ),
    row(putCaptions, ({ videoId: itemId }) => to(putCaptions, { params: { itemId, language: "de" }, body: { vtt: VTT } })),
    row(deleteCaptions, async (scene) => {
      const language = await captions(scene, "fr");
      return to(deleteCaptions, { params: { itemId: scene.videoId, language } });
    }),
    row(updateChapters, async (scene) => to(updateChapters, { params: { itemId: await scene.video() }, body: { enabled: false } })),
  ],
};

/** Share links and their content. */
export const LINKS: Group = {
  title: "Links",
  rows: [
    row(getShare, ({ workspaceId, itemId }) => to(getShare, { params: { workspaceId, itemId } })),
    row(updateShare, async (scene) => {
      const params = { workspaceId: scene.workspaceId, itemId: (await scene.item()).id };
      return to(updateShare, { params, body: { visibility: "private" } });
    }),
    row(deleteShare, async (scene) => {
      const params = { workspaceId: scene.workspaceId, itemId: (await scene.item()).id };
      return to(deleteShare, { params });
    }),
    row(sendItem, ({ itemId }) => to(sendItem, { body: { itemId, emails: ["friend@example.test"] } })),
    row(getShared, (scene) => to(getShared, { params: { slug: scene.slug() } }), { note: "every caller with the link" }),
    row(unlockShared, (scene) => to(unlockShared, { params: { slug: scene.slug(scene.world.lockedSlug) }, body: { password: PASSWORD } }), {
      note: "every caller with the link and its password",
    }),
  ],
};
