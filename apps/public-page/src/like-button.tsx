import { useTexts } from "@stillreel/watch/player";
import type { ReactNode } from "react";
import type { Likes } from "./use-likes.ts";

const HEART = "M19.5 12.57 12 20l-7.5-7.43a5 5 0 1 1 7.5-6.57 5 5 0 1 1 7.5 6.57";

/** Like button with the number of likes. */
export function LikeButton({ likes }: { likes: Likes }): ReactNode {
  const { t } = useTexts();
  const { count, isMine } = likes;
  return (
    <button
      type="button"
      className="btn default"
      aria-pressed={isMine}
      aria-keyshortcuts="Shift+L"
      aria-label={count > 0 ? t("page.likes", { count }) : t("page.like")}
      onClick={(event) => void likes.toggle(event.currentTarget)}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill={isMine ? "var(--rec)" : "none"}
        stroke={isMine ? "var(--rec)" : "currentColor"}
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={HEART} />
      </svg>
      {count > 0 && <span>{count}</span>}
    </button>
  );
}
