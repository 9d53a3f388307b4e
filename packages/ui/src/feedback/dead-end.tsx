import { createContext, type ReactNode, useContext } from "react";
import { Logo } from "../brand/logo.tsx";
import styles from "./dead-end.module.css";

/** Set by a frame around its content, which then omits its own logo and main landmark. */
export const InFrame = createContext(false);

/** A page without a way forward: illustration, reason, actions. Used for 404, no access, used links, an unreachable server. */
export function DeadEnd({
  art,
  title,
  children,
  actions,
  footer,
}: {
  art?: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
}): ReactNode {
  const content = (
    <>
      {art}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{children}</p>
      {actions && <div className={styles.actions}>{actions}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </>
  );
  if (useContext(InFrame)) return <div className={`${styles.main} ${styles.framed}`}>{content}</div>;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Logo height={22} />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        {content}
      </main>
    </div>
  );
}
