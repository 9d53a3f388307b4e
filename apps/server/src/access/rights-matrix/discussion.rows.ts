import {
  addReaction,
  answerAccessRequest,
  createAccessRequest,
  createComment,
  createExport,
  createRequest,
  deleteCaptions,
  deleteComment,
  deleteExport,
  deleteFolderShare,
  deleteRequest,
  deleteShare,
  getCaptions,
  getOwnAccessRequest,
  listAccessRequests,
  removeLinkGuest,
  getExport,
  getPlayback,
  getFolderShare,
  getShare,
  getShared,
  getStatistics,
  getTranscript,
  likeItem,
  listComments,
  listExports,
  listPeople,
  listRequestedItems,
  listRequests,
  listSharedItems,
  openRequest,
  putCaptions,
  putTranscript,
  recordView,
  removeReaction,
  reportLink,
  sendItem,
  suggest,
  transcribe,
  unlikeItem,
  unlockRequest,
  unlockShared,
  updateChapters,
  updateComment,
  updateFolderShare,
  updateRequest,
  updateShare,
  uploadRequestPicture,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { ACCOUNT_UNKNOWN, UNKNOWN_GUEST, WRITE_STATE } from "./expected-responses.ts";
import { deviation, type Group, row, type RequestContext } from "./request-context.ts";
import { PASSWORD } from "./matrix-fixture.ts";

/** Returns a comment of the caller. */
async function ownComment(context: RequestContext): Promise<string> {
  const { fixture, target, sender, isDone } = context;
  if (!isDone) return context.known(target.commentId);
  return (await fixture.data(sender, createComment, { params: { itemId: target.item.id }, body: { text: "Mine" } })).id;
}

/** Returns a comment of another user. */
async function othersComment(context: RequestContext): Promise<string> {
  const { fixture, target, isDone } = context;
  if (!isDone) return context.known(target.commentId);
  const by = context.self === fixture.owner ? fixture.people.member : fixture.owner;
  return (await fixture.data(by, createComment, { params: { itemId: target.item.id }, body: { text: "Another's" } })).id;
}

/** Comments, reactions, likes, views. */
export const DISCUSSION: Group = {
  title: "Comments, likes, views",
  rows: [
    row(listComments, ({ itemId, share }) => to(listComments, { params: { itemId }, query: share })),
    row(createComment, ({ itemId, share }) => to(createComment, { params: { itemId }, query: share, body: { text: "What a bird" } })),
    row(updateComment, async (context) => to(updateComment, { params: { commentId: await ownComment(context) }, body: { text: "Mine" } }), {
      note: "own comments; comments of other users: 403",
    }),
    row(deleteComment, async (context) => to(deleteComment, { params: { commentId: await othersComment(context) } }), {
      note: "comments of other users; own comments need only read permission",
    }),
    row(addReaction, (context) => {
      const params = { commentId: context.known(context.target.commentId), emoji: "👍" };
      return to(addReaction, { params, query: context.share });
    }),
    row(removeReaction, (context) => {
      const params = { commentId: context.known(context.target.commentId), emoji: "👍" };
      return to(removeReaction, { params, query: context.share });
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
async function captions({ fixture, target }: RequestContext, language: string): Promise<string> {
  await fixture.data(fixture.owner, putCaptions, { params: { itemId: target.videoId, language }, body: { vtt: VTT } });
  return language;
}

/** Video playback and statistics. */
export const WATCHING: Group = {
  title: "Watching",
  rows: [
    row(getPlayback, ({ videoId: itemId, videoShare }) => to(getPlayback, { params: { itemId }, query: videoShare })),
    row(getCaptions, async (context) =>
      to(getCaptions, { params: { itemId: context.videoId, language: await captions(context, "en") }, query: context.videoShare }),
    ),
    row(putCaptions, ({ videoId: itemId }) => to(putCaptions, { params: { itemId, language: "de" }, body: { vtt: VTT } })),
    row(deleteCaptions, async (context) => {
      const language = await captions(context, "fr");
      return to(deleteCaptions, { params: { itemId: context.videoId, language } });
    }),
    row(getTranscript, ({ videoId: itemId }) => to(getTranscript, { params: { itemId } })),
    deviation(putTranscript, WRITE_STATE, ({ videoId: itemId }) =>
      to(putTranscript, { params: { itemId }, body: { version: 0, segments: [] } }),
    ),
    row(transcribe, async (context) => to(transcribe, { params: { itemId: await context.video() }, body: {} })),
    deviation(suggest, WRITE_STATE, ({ videoId: itemId }) => to(suggest, { params: { itemId }, body: {} })),
    row(listExports, ({ videoId: itemId }) => to(listExports, { params: { itemId } })),
    row(createExport, ({ videoId: itemId }) => to(createExport, { params: { itemId }, body: { format: "png" } })),
    deviation(
      getExport,
      ACCOUNT_UNKNOWN,
      (context) => to(getExport, { params: { itemId: context.videoId, exportId: context.known(context.fixture.workspaceId) } }),
      { note: "of another user: 404" },
    ),
    deviation(
      deleteExport,
      ACCOUNT_UNKNOWN,
      (context) => to(deleteExport, { params: { itemId: context.videoId, exportId: context.known(context.fixture.workspaceId) } }),
      { note: "of another user: 404" },
    ),
    row(updateChapters, async (context) => to(updateChapters, { params: { itemId: await context.video() }, body: { enabled: false } })),
  ],
};

/** Returns a request of the caller. */
async function ownRequest(context: RequestContext): Promise<string> {
  const { fixture, self, isDone } = context;
  if (!isDone) return context.known(fixture.workspaceId);
  return (await fixture.data(self, createRequest, { body: { title: "Birds" } })).id;
}

/** Returns the caller's slug of a request of the owner. */
async function requestSlug(context: RequestContext): Promise<string> {
  const { fixture } = context;
  const make = () => fixture.data(fixture.owner, createRequest, { body: { title: "Birds", password: PASSWORD } });
  const [live, dead] = [await make(), await make()];
  await fixture.data(fixture.owner, deleteRequest, { params: { requestId: dead.id } });
  return context.slug(live.slug, dead.slug);
}

/** Requests for recordings, and what visitors with their links see. */
export const REQUESTS: Group = {
  title: "Requests for recordings",
  rows: [
    row(listRequests, () => to(listRequests)),
    row(createRequest, ({ workspaceId, folderId }) => to(createRequest, { body: { workspaceId, folderId, title: "Birds" } })),
    row(updateRequest, async (context) => to(updateRequest, { params: { requestId: await ownRequest(context) }, body: { closed: true } }), {
      note: "of another user: 404",
    }),
    row(
      uploadRequestPicture,
      async (context) => context.form(to(uploadRequestPicture, { params: { requestId: await ownRequest(context) } }), {}, context.picture),
      { note: "of another user: 404" },
    ),
    row(deleteRequest, async (context) => to(deleteRequest, { params: { requestId: await ownRequest(context) } }), {
      note: "of another user: 404",
    }),
    row(listRequestedItems, async (context) => to(listRequestedItems, { params: { requestId: await ownRequest(context) } }), {
      note: "of another user: 404",
    }),
    row(
      unlockRequest,
      async (context) => to(unlockRequest, { params: { slug: await requestSlug(context) }, body: { password: PASSWORD } }),
      { note: "every caller with the link and its password" },
    ),
    row(
      openRequest,
      async (context) => {
        const { fixture } = context;
        const { slug } = await fixture.data(fixture.owner, createRequest, { body: { title: "Birds" } });
        return to(openRequest, {
          params: { slug: context.caller.column === "revoked" ? context.slug("", "A".repeat(22)) : context.slug(slug) },
        });
      },
      { note: "every caller with the link" },
    ),
  ],
};

/** Returns an access request for the item, of a user who is not in the workspace. */
async function accessRequest(context: RequestContext): Promise<string> {
  const { fixture, isTwin } = context;
  const { id } = await context.item();
  if (isTwin) return id;
  await fixture.data(fixture.people.stranger, createAccessRequest, { body: { type: "item", id } });
  await fixture.rig.announceAccessRequests();
  const { requests } = await fixture.data(fixture.owner, listAccessRequests, { query: { type: "item", id } });
  return requests[0]?.id ?? "";
}

/** Requests for access, and their answers. */
export const ACCESS_REQUESTS: Group = {
  title: "Requests for access",
  rows: [
    row(createAccessRequest, ({ itemId: id }) => to(createAccessRequest, { body: { type: "item", id } }), {
      note: "the same response for what does not exist",
    }),
    row(getOwnAccessRequest, ({ itemId: id }) => to(getOwnAccessRequest, { query: { type: "item", id } })),
    row(listAccessRequests, ({ itemId: id }) => to(listAccessRequests, { query: { type: "item", id } })),
    row(answerAccessRequest, async (context) =>
      to(answerAccessRequest, { params: { requestId: await accessRequest(context) }, body: { answer: "decline" } }),
    ),
    deviation(
      removeLinkGuest,
      UNKNOWN_GUEST,
      ({ itemId: id, otherId: userId }) => to(removeLinkGuest, { params: { userId }, query: { type: "item", id } }),
      { note: "of a person who is no guest of the link: 404" },
    ),
  ],
};

/** Share links and their content. */
export const LINKS: Group = {
  title: "Links",
  rows: [
    row(getShare, ({ workspaceId, itemId }) => to(getShare, { params: { workspaceId, itemId } })),
    row(updateShare, async (context) => {
      const params = { workspaceId: context.workspaceId, itemId: (await context.item()).id };
      return to(updateShare, { params, body: { visibility: "private" } });
    }),
    row(deleteShare, async (context) => {
      const params = { workspaceId: context.workspaceId, itemId: (await context.item()).id };
      return to(deleteShare, { params });
    }),
    row(getFolderShare, ({ workspaceId, folderId }) => to(getFolderShare, { params: { workspaceId, folderId } })),
    row(updateFolderShare, async (context) => {
      const params = { workspaceId: context.workspaceId, folderId: await context.folder() };
      return to(updateFolderShare, { params, body: { visibility: "private" } });
    }),
    row(deleteFolderShare, async (context) => {
      const params = { workspaceId: context.workspaceId, folderId: await context.folder() };
      return to(deleteFolderShare, { params });
    }),
    row(sendItem, ({ itemId }) => to(sendItem, { body: { itemId, emails: ["friend@example.test"] } })),
    row(getShared, (context) => to(getShared, { params: { slug: context.slug() } }), { note: "every caller with the link" }),
    row(
      listSharedItems,
      (context) => to(listSharedItems, { params: { slug: context.slug(context.target.folderSlug, context.target.deadFolderSlug) } }),
      { note: "every caller with the link of the folder" },
    ),
    row(
      unlockShared,
      (context) => to(unlockShared, { params: { slug: context.slug(context.fixture.lockedSlug) }, body: { password: PASSWORD } }),
      {
        note: "every caller with the link and its password",
      },
    ),
    row(reportLink, (context) => to(reportLink, { params: { slug: context.slug() }, body: { reason: "abusive" } }), {
      note: "every caller with the link",
    }),
  ],
};
