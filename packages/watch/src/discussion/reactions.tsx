import { useDisclosure } from "@stillreel/ui/primitives";
import { IconMoodPlus, IconThumbUp, IconThumbUpFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Comment } from "../core/index.ts";
import type { WatchTexts } from "../texts.ts";
import styles from "./comment.module.css";
import { EmojiPicker } from "./emoji-picker.tsx";
import { LIKE } from "./emoji.ts";
import parts from "./parts.module.css";

interface Props {
  comment: Comment;
  texts: WatchTexts;
  /** Reason why they cannot be changed. Undefined when they can. */
  disabledBy?: string | undefined;
  /** Content between the like and the other reactions. */
  children?: ReactNode;
  onToggle(emoji: string, anchor: HTMLElement | null): void;
}

/** The like of a comment, and the other reactions. */
export function Reactions({ comment, texts, disabledBy, children, onToggle }: Props): ReactNode {
  const { t } = texts;
  const like = comment.reactions.find(({ emoji }) => emoji === LIKE);
  const others = comment.reactions.filter(({ emoji }) => emoji !== LIKE);
  const off = { disabled: disabledBy !== undefined, title: disabledBy };
  const LikeIcon = like?.mine ? IconThumbUpFilled : IconThumbUp;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={parts.text}
        {...off}
        aria-pressed={like?.mine ?? false}
        aria-label={like ? t("discussion.likes", { count: like.count }) : t("discussion.like")}
        onClick={(event) => onToggle(LIKE, event.currentTarget)}
      >
        <LikeIcon size={14} stroke={1.8} aria-hidden="true" />
        {like ? like.count : t("discussion.like")}
      </button>
      {children}
      {others.map(({ emoji, count, mine }) => (
        <button
          key={emoji}
          type="button"
          className={styles.reaction}
          {...off}
          aria-pressed={mine}
          aria-label={t("discussion.reaction", { emoji, count })}
          onClick={(event) => onToggle(emoji, event.currentTarget)}
        >
          <span aria-hidden="true">{emoji}</span>
          {count}
        </button>
      ))}
      {disabledBy === undefined && <Adder comment={comment} texts={texts} onToggle={onToggle} />}
    </div>
  );
}

/** Button that adds another reaction. */
function Adder({ comment, texts, onToggle }: Pick<Props, "comment" | "texts" | "onToggle">): ReactNode {
  const { t } = texts;
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <span className={styles.adder}>
      <button
        ref={opener}
        type="button"
        className={`${parts.text} ${styles.add}`}
        aria-label={t("discussion.react")}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconMoodPlus size={16} stroke={1.6} aria-hidden="true" />
      </button>
      {isOpen && (
        <span className={styles.picker}>
          <EmojiPicker
            label={t("discussion.reactions")}
            opener={opener}
            texts={texts}
            chosen={comment.reactions.filter(({ mine }) => mine).map(({ emoji }) => emoji)}
            onPick={(emoji) => {
              close();
              onToggle(emoji, opener.current);
            }}
            onClose={close}
          />
        </span>
      )}
    </span>
  );
}
