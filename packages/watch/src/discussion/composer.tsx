import { COMMENT_MAX } from "@stillreel/contract";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useDisclosure } from "@stillreel/ui/primitives";
import { IconMapPin, IconMoodSmile, IconSend2, IconX } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { formatClock } from "../core/index.ts";
import { CommentField } from "./comment-field.tsx";
import { useCommentForm, type CommentForm } from "./comment-form.ts";
import styles from "./composer.module.css";
import { useDiscussion } from "./discussion-store.ts";
import type { CommentAt, DiscussionProps, Draft } from "./discussion.types.ts";
import { EmojiPicker } from "./emoji-picker.tsx";
import { failureText } from "./failure-text.ts";
import parts from "./parts.module.css";
import { useSecond } from "./use-playhead.ts";

/** Second from which a comment is anchored to the current time by default. */
const TICK_FROM_S = 3;

type Props = Omit<DiscussionProps, "canComment" | "now">;

/** The form for a new comment. It preserves its text until the server has stored it. */
export function Composer(props: Props): ReactNode {
  const { store, viewer, type, texts, handle, belowComposer } = props;
  const { t } = texts;
  const { writeAsked, newPoint } = useDiscussion(store);
  const form = useCommentForm(props.draft?.text);
  const commentTime = useCommentTime(props, newPoint);
  const { send, error, isBusy, clearError } = useSending(props, form, commentTime);
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { error: useId(), count: useId() };
  useEffect(() => {
    if (writeAsked > 0) field.current?.focus();
  }, [writeAsked]);
  const setText = (text: string): void => {
    // Pauses, so that the user comments on the visible frame.
    if (form.isEmpty && handle?.isPlaying) handle.pause();
    clearError();
    form.setText(text);
  };
  const describedBy = [error ? ids.error : "", form.count === null ? "" : ids.count].join(" ").trim();
  return (
    <div className={styles.compose}>
      <form
        className={styles.box}
        aria-label={t("discussion.write")}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {type === "video" && commentTime.second !== null && <Tick label={t("discussion.commentAt")} commentTime={commentTime} />}
        {type === "image" && <Point {...props} />}
        <CommentField
          form={{ ...form, setText }}
          field={field}
          label={t("discussion.write")}
          placeholder={t(viewer || isNarrow() ? "discussion.writePlaceholder" : "discussion.writeAsVisitor")}
          texts={texts}
          people={viewer ? store.people : null}
          side="above"
          isInvalid={error !== null || form.isTooLong}
          describedBy={describedBy || undefined}
          isBusy={isBusy}
          onSubmit={send}
          onEscape={() => field.current?.blur()}
        />
        <Tools form={form} field={field} countId={ids.count} isBusy={isBusy} texts={texts} />
        {error !== null && (
          <p id={ids.error} className={`${parts.error} ${styles.error}`} role="alert">
            {error}
          </p>
        )}
      </form>
      {belowComposer}
    </div>
  );
}

interface ToolsProps {
  form: CommentForm;
  field: RefObject<HTMLTextAreaElement | null>;
  countId: string;
  isBusy: boolean;
  texts: Props["texts"];
}

/** The row below the text: emoji, counter, key and button. */
function Tools({ form, field, countId, isBusy, texts }: ToolsProps): ReactNode {
  return (
    <div className={styles.tools}>
      <EmojiButton form={form} field={field} texts={texts} />
      {form.count !== null && (
        <span id={countId} className={styles.count} data-over={form.isTooLong || undefined} dir="ltr">
          {texts.t("discussion.count", { count: form.count, max: COMMENT_MAX })}
        </span>
      )}
      <kbd className={styles.key} aria-hidden="true">
        {isMac() ? "⌘↵" : "Ctrl ↵"}
      </kbd>
      <button type="submit" className={`${parts.filled} ${styles.send}`} disabled={isBusy || form.isTooLong} aria-busy={isBusy}>
        <IconSend2 className={`${styles.sendIcon} ${parts.mirrored}`} size={18} stroke={1.8} aria-hidden="true" />
        <span className={VISUALLY_HIDDEN.phone}>{texts.t("discussion.send")}</span>
      </button>
    </div>
  );
}

/** Whether the field has no space for the longer placeholder. */
const isNarrow = (): boolean => globalThis.matchMedia?.("(max-width: 639px)").matches ?? false;
const isMac = (): boolean => /mac|iphone|ipad/iu.test(globalThis.navigator?.platform ?? "");

interface CommentTime {
  /** The second of the comment's anchor. Null without a player. */
  second: number | null;
  isTicked: boolean;
  setTicked(isTicked: boolean): void;
  at(): CommentAt;
  /** Resets the choice after a comment was sent. */
  reset(): void;
}

/** Returns the anchor of the next comment. */
function useCommentTime({ handle, type, draft, store }: Props, newPoint: CommentAt): CommentTime {
  const playing = useSecond(handle);
  // A draft from before the sign-in preserves its second until the player is moved.
  const [draftTime, setDraftTime] = useState(() => (typeof draft?.at === "number" ? { at: draft.at, when: playing } : null));
  const [chosen, setChosen] = useState<boolean | null>(draft ? typeof draft.at === "number" : null);
  const second = draftTime && draftTime.when === playing ? Math.floor(draftTime.at) : playing;
  const isTicked = second !== null && (chosen ?? second >= TICK_FROM_S);
  return {
    second,
    isTicked,
    setTicked: setChosen,
    at: () => {
      if (type === "image") return newPoint;
      return isTicked ? second : null;
    },
    reset: () => {
      setDraftTime(null);
      setChosen(null);
      store.setNewPoint(null);
    },
  };
}

/** The checkbox "Comment at 2:14". */
function Tick({ label, commentTime }: { label: string; commentTime: CommentTime }): ReactNode {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        className={styles.box18}
        checked={commentTime.isTicked}
        onChange={(event) => commentTime.setTicked(event.currentTarget.checked)}
      />
      <span className={styles.tickLabel}>{label}</span>
      <span className={parts.timecode} dir="ltr">
        {formatClock(commentTime.second ?? 0)}
      </span>
    </label>
  );
}

/** On an image: the point of the comment. */
function Point({ store, texts: { t } }: Props): ReactNode {
  const { newPoint, isPlacing } = useDiscussion(store);
  if (newPoint) {
    return (
      <p className={styles.tick}>
        <IconMapPin size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.tickLabel}>{t("discussion.placed")}</span>
        <button type="button" className={parts.icon} aria-label={t("discussion.removePoint")} onClick={() => store.setNewPoint(null)}>
          <IconX size={15} stroke={1.8} aria-hidden="true" />
        </button>
      </p>
    );
  }
  return (
    <div className={styles.tick}>
      <button
        type="button"
        className={parts.text}
        aria-pressed={isPlacing}
        aria-keyshortcuts="C"
        onClick={() => store.setPlacing(!isPlacing)}
      >
        <IconMapPin size={16} stroke={1.7} aria-hidden="true" />
        {t("discussion.choosePoint")}
      </button>
      <span className={styles.tickLabel} role="status">
        {isPlacing ? t("discussion.choosing") : ""}
      </span>
    </div>
  );
}

function EmojiButton({ form, field, texts }: Pick<ToolsProps, "form" | "field" | "texts">): ReactNode {
  const { opener, isOpen, toggle, close } = useDisclosure();
  const insert = (emoji: string): void => {
    const node = field.current;
    const at = node?.selectionStart ?? form.text.length;
    form.setText(form.text.slice(0, at) + emoji + form.text.slice(node?.selectionEnd ?? at));
    close();
    requestAnimationFrame(() => {
      node?.focus();
      node?.setSelectionRange(at + emoji.length, at + emoji.length);
    });
  };
  return (
    <div className={styles.emoji}>
      <button
        ref={opener}
        type="button"
        className={parts.icon}
        aria-label={texts.t("discussion.addEmoji")}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconMoodSmile size={18} stroke={1.6} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={styles.picker}>
          <EmojiPicker label={texts.t("discussion.emoji")} texts={texts} opener={opener} onPick={insert} onClose={close} />
        </div>
      )}
    </div>
  );
}

/** Submits the form. Visitors sign in first. A failure restores the text and shows the reason. */
function useSending({ store, viewer, texts, requestSignIn, onDraft, errorText }: Props, form: CommentForm, commentTime: CommentTime) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Both may change during a call.
  const author = useRef(viewer);
  const text = useRef(form.text);
  useEffect(() => {
    author.current = viewer;
    text.current = form.text;
  });
  const draftOf = (): Draft => ({ text: form.text.trim(), at: commentTime.at(), parentId: null, mentions: form.mentions() });

  async function post(draft: Draft): Promise<void> {
    const typed = text.current;
    form.setText("");
    commentTime.reset();
    try {
      await store.create(draft, author.current ?? { id: "", displayName: "", photoURL: null });
    } catch (failure) {
      // Unless another text has been entered meanwhile.
      if (text.current === "") form.setText(typed);
      if (typeof draft.at === "object") store.setNewPoint(draft.at);
      setError(failureText(failure, texts, errorText));
    }
  }
  async function start(draft: Draft): Promise<void> {
    setBusy(true);
    try {
      if (viewer || (await requestSignIn({ action: "comment", draft }))) await post(draft);
    } finally {
      setBusy(false);
    }
  }
  return {
    error,
    isBusy,
    clearError: () => setError(null),
    send: () => {
      if (isBusy || form.isTooLong) return;
      if (form.isEmpty) {
        setError(texts.t("discussion.required"));
        return;
      }
      setError(null);
      const draft = draftOf();
      onDraft?.(draft);
      void start(draft);
    },
  };
}
