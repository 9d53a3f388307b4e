export { askedReply } from "./asked-reply.ts";
export { createDiscussionApi } from "./discussion-api.ts";
export { createDiscussionStore, useDiscussion, useDiscussionStore } from "./discussion-store.ts";
export { Discussion } from "./discussion.tsx";
export type {
  CommentAt,
  DiscussionApi,
  DiscussionProps,
  DiscussionState,
  DiscussionStore,
  Draft,
  Person,
  Reaction,
  SignInRequest,
} from "./discussion.types.ts";
export { PicturePins } from "./picture-pins.tsx";
export { usePins } from "./use-pins.ts";
export { RichText } from "./rich-text.tsx";
