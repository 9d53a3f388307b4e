import { useTexts } from "@stillreel/watch/player";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { announce, slot } from "./page-data.ts";

// Loaded with the first press, because few visitors need it.
const ReportDialog = lazy(async () => ({ default: (await import("./report-dialog.tsx")).ReportDialog }));

/** Opens the form for a report to the administrators, when the button that the server rendered is pressed. */
export function Report({ slug }: { slug: string }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const button = slot("report");
    const open = (): void => setOpen(true);
    button?.addEventListener("click", open);
    return () => button?.removeEventListener("click", open);
  }, []);
  const close = (): void => setOpen(false);
  const sent = (): void => {
    close();
    announce(t("page.report.sent"));
  };
  return <Suspense>{isOpen && <ReportDialog slug={slug} onClose={close} onSent={sent} />}</Suspense>;
}
