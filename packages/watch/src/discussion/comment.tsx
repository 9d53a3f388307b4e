import { Avatar } from "@stillreel/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { formatClock, type Comment } from "../core/index.ts";
import { formatAge } from "./age.ts";
import { CommentMenu } from "./comment-menu.tsx";
import styles from "./comment.module.css";
import type { DiscussionProps } from "./discussion.types.ts";
import { isSending } from "./comment-writer.ts";
import { failureText } from "./failure-text.ts";
import { InlineForm } from "./inline-form.tsx";
import parts from "./parts.module.css";
import { Reactions } from "./reactions.tsx";
import { RichText } from "./rich-text.tsx";

/** Properties that all rows of a list share. */
export interface RowContext extends DiscussionProps {
  now: () => number;
  /** Ids of the comments at the current time. */
  current: ReadonlySet<string>;
  pointed: string | null;
  removed: ReadonlySet<string>;
  /** Numbers of the pins on an image, by comment. */
  numbers: ReadonlyMap<string, number>;
}

interface Props {
  comment: Comment;
  answers: readonly Comment[];
  context: RowContext;
}

/** A comment with its replies. For a short time after a deletion it shows Undo. */
export function CommentRow({ comment, answers, context }: Props): ReactNode {
  const { store, current, pointed, removed } = context;
  const isAnswer = comment.parentId !== null;
  const canReply = !isAnswer && context.canComment && context.readOnly === undefined;
  // A reply to an answer is in the same list of answers.
  const isAsked = canReply && [comment, ...answers].some(({ id }) => id === context.replyTo);
  const [isReplying, setReplying] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setReplying(true);
  }, [isAsked]);
  if (removed.has(comment.id)) return <RemovedRow comment={comment} context={context} />;
  const isPinned = typeof comment.at === "object" && comment.at !== null;
  return (
    <li
      id={rowId(comment.id)}
      className={styles.row}
      tabIndex={-1}
      data-answer={isAnswer || undefined}
      data-current={current.has(comment.id) || (pointed === comment.id && !isAnswer) || undefined}
      data-sending={isSending(comment) || undefined}
      onPointerEnter={isPinned ? () => store.point(comment.id) : undefined}
      onPointerLeave={isPinned ? () => store.point(null) : undefined}
    >
      <Avatar name={comment.author.displayName} src={comment.author.photoURL} size={isAnswer ? 24 : 28} />
      <div className={styles.body}>
        <CommentBody comment={comment} context={context} onReply={canReply ? () => setReplying(true) : null} />
        {answers.length > 0 && (
          <ul className={styles.answers}>
            {answers.map((answer) => (
              <CommentRow key={answer.id} comment={answer} answers={[]} context={context} />
            ))}
          </ul>
        )}
        {isReplying && <ReplyForm comment={comment} context={context} onClose={() => setReplying(false)} />}
      </div>
    </li>
  );
}

/** Returns the element id of a comment's row. */
export const rowId = (commentId: string): string => `comment-${commentId}`;

function CommentBody({ comment, context, onReply }: { comment: Comment; context: RowContext; onReply: (() => void) | null }): ReactNode {
  const { store, texts, now, readOnly } = context;
  const { t } = texts;
  const [isEditing, setEditing] = useState(false);
  const facts = [
    formatAge(comment.createdAt, now(), texts),
    ...(comment.edited ? [t("discussion.edited")] : []),
    ...(comment.isCut ? [t("discussion.removedPart")] : []),
  ];
  const toggle = useToggle(comment, context);
  return (
    <>
      <div className={styles.head}>
        <b className={styles.name}>
          <bdi>{comment.author.displayName}</bdi>
        </b>
        <CommentAnchor comment={comment} context={context} />
        <time className={styles.age} dateTime={comment.createdAt}>
          {facts.join(" · ")}
        </time>
        {!isEditing && readOnly === undefined && (comment.canEdit || comment.canDelete) && (
          <CommentMenu
            texts={texts}
            onEdit={comment.canEdit ? () => setEditing(true) : null}
            onDelete={comment.canDelete ? () => store.remove(comment.id) : null}
          />
        )}
      </div>
      {isEditing ? (
        <EditForm comment={comment} context={context} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className={styles.content}>
            <RichText text={comment.text} mentions={comment.mentions} />
          </div>
          {!isSending(comment) && (
            <Reactions comment={comment} texts={texts} disabledBy={readOnly} onToggle={toggle.run}>
              {onReply && (
                <button type="button" className={parts.text} onClick={onReply}>
                  {t("discussion.reply")}
                </button>
              )}
            </Reactions>
          )}
          {toggle.error !== null && (
            <p className={parts.error} role="alert">
              {toggle.error}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** The anchor of a comment: a second of the video, or a pin on the image. */
function CommentAnchor({ comment, context }: { comment: Comment; context: RowContext }): ReactNode {
  const { handle, texts, store, numbers } = context;
  const { at } = comment;
  if (at === null || comment.parentId !== null) return null;
  if (typeof at === "number") {
    const time = formatClock(at);
    return (
      <button
        type="button"
        className={parts.timecode}
        dir="ltr"
        aria-label={texts.t("discussion.at", { time })}
        onClick={() => handle?.seek(at)}
      >
        {time}
      </button>
    );
  }
  const number = numbers.get(comment.id);
  return number === undefined ? null : (
    <button
      type="button"
      className={parts.timecode}
      aria-label={texts.t("discussion.point", { number })}
      onClick={() => store.show(comment.id)}
    >
      {number}
    </button>
  );
}

interface FormProps {
  comment: Comment;
  context: RowContext;
  onClose(): void;
}

function EditForm({ comment, context, onClose }: FormProps): ReactNode {
  const { store, texts, viewer, errorText } = context;
  return (
    <InlineForm
      label={texts.t("discussion.editLabel")}
      placeholder={texts.t("discussion.writePlaceholder")}
      submitLabel={texts.t("discussion.save")}
      texts={texts}
      people={viewer && store.people}
      first={comment.text}
      known={comment.mentions}
      {...(errorText ? { errorText } : {})}
      onSubmit={async (text, mentions) => {
        if (text !== comment.text) await store.update(comment.id, { text, mentions });
        return true;
      }}
      onClose={onClose}
    />
  );
}

function ReplyForm({ comment, context, onClose }: FormProps): ReactNode {
  const { store, viewer, texts, requestSignIn, onDraft } = context;
  const { t } = texts;
  // Only known after the sign-in.
  const author = useRef(viewer);
  useEffect(() => {
    author.current = viewer;
  }, [viewer]);
  const name = comment.author.displayName;
  return (
    <InlineForm
      label={t("discussion.replyTo", { name })}
      placeholder={t("discussion.replyPlaceholder")}
      submitLabel={t("discussion.reply")}
      texts={texts}
      people={viewer && store.people}
      {...(context.errorText ? { errorText: context.errorText } : {})}
      onSubmit={async (text, mentions) => {
        const draft = { text, mentions, at: null, parentId: comment.id };
        onDraft?.(draft);
        if (!viewer && !(await requestSignIn({ action: "comment", draft }))) return false;
        await store.create(draft, author.current ?? { id: "", displayName: "", photoURL: null });
        return true;
      }}
      onClose={onClose}
    />
  );
}

/** Adds or removes a reaction. Visitors sign in first. */
function useToggle(comment: Comment, { store, viewer, texts, requestSignIn, errorText }: RowContext) {
  const [error, setError] = useState<string | null>(null);
  async function toggle(emoji: string, anchor: HTMLElement | null): Promise<void> {
    setError(null);
    try {
      if (!viewer && !(await requestSignIn({ action: "react", commentId: comment.id, emoji, anchor }))) return;
      await store.toggleReaction(comment.id, emoji);
    } catch (failure) {
      setError(failureText(failure, texts, errorText));
    }
  }
  return { error, run: (emoji: string, anchor: HTMLElement | null) => void toggle(emoji, anchor) };
}

function RemovedRow({ comment, context: { store, texts } }: Omit<Props, "answers">): ReactNode {
  const undo = useRef<HTMLButtonElement>(null);
  // The menu that had the focus was removed.
  useEffect(() => undo.current?.focus(), []);
  return (
    <li className={styles.removed} role="status">
      {texts.t("discussion.deleted")}
      <button ref={undo} type="button" className={parts.plain} onClick={() => store.undoRemove(comment.id)}>
        {texts.t("discussion.undo")}
      </button>
    </li>
  );
}
