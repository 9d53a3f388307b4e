import { Popover } from "@stillreel/ui/primitives";
import { useTexts } from "@stillreel/watch/player";
import { useMemo, type ReactNode } from "react";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.module.css";
import type { Visitor, SignInReason } from "./use-visitor.ts";

/** The sign-in form beside the button that needs an account. Escape and a press outside give up. */
export function SignInPopover({ reason, anchor, visitor }: { reason: SignInReason; anchor: HTMLElement; visitor: Visitor }): ReactNode {
  const { t } = useTexts();
  const opener = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Popover
      anchor={opener}
      label={t(`page.signIn.title.${reason}`)}
      isModal
      align="end"
      edge={10}
      overflow="cover"
      className={styles.popover}
      onClose={visitor.giveUp}
    >
      <SignInForm reason={reason} visitor={visitor} />
    </Popover>
  );
}
