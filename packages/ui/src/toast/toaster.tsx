import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import type { Toast, ToastStore } from "./toast-store.ts";
import styles from "./toaster.module.css";

/** Display time of a toast without hover, in milliseconds (spec §9). */
export const TOAST_DURATION_MS = 3000;

/**
 * Shows the store's toast at the top of the page: one at a time, three seconds, with a countdown line.
 * Hover or focus inside it pauses the countdown. Both live regions exist from the start, so that screen readers announce it.
 */
export function Toaster({ store, durationMs = TOAST_DURATION_MS }: { store: ToastStore; durationMs?: number }): ReactNode {
  const toast = useSyncExternalStore(store.subscribe, store.current, store.current);
  const plain = toast && toast.tone !== "error" ? toast : undefined;
  const error = toast?.tone === "error" ? toast : undefined;
  return (
    <>
      <div role="status" aria-live="polite">
        {plain && <ToastCard key={plain.id} toast={plain} store={store} durationMs={durationMs} />}
      </div>
      <div role="alert" aria-live="assertive">
        {error && <ToastCard key={error.id} toast={error} store={store} durationMs={durationMs} />}
      </div>
    </>
  );
}

function ToastCard({ toast, store, durationMs }: { toast: Toast; store: ToastStore; durationMs: number }): ReactNode {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  const left = useRef(durationMs);

  useEffect(() => {
    if (paused) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => store.dismiss(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - startedAt));
    };
  }, [paused, store, toast.id]);

  const act = (): void => {
    store.dismiss(toast.id);
    toast.action?.run();
  };
  return (
    <div
      className={styles.toast}
      data-paused={paused || undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toast.tone === "done" && <IconCheck className={styles.done} size={18} stroke={2} aria-hidden="true" />}
      {toast.tone === "error" && <IconAlertCircle className={styles.failed} size={18} stroke={1.8} aria-hidden="true" />}
      {toast.icon}
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={act}>
          {toast.action.label}
          {toast.action.keyHint && (
            <kbd className={styles.key} aria-hidden="true">
              {toast.action.keyHint}
            </kbd>
          )}
        </button>
      )}
      <span className={styles.countdown} ref={(line) => line?.style.setProperty("animation-duration", `${durationMs}ms`)} />
    </div>
  );
}
