import { toasts } from "@stillreel/ui";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isCodeLoadError, isOtherVersion } from "../../platform/code-load.ts";

interface Props {
  /** Called when the code of the content was not loaded. */
  onFail: (error: Error) => void;
  children: ReactNode;
}

/** Renders nothing when the code of its content was not loaded, so that the page behind a dialog remains. Other errors pass it. */
export class CodeBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown): { error: unknown } => ({ error });
  override componentDidCatch(error: unknown): void {
    if (isCodeLoadError(error)) this.props.onFail(error);
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isCodeLoadError(error)) return null;
    throw error;
  }
}

/** Returns a function that explains in a toast why code was not loaded, and offers to reload the page for a new version. */
export function useCodeFailureToast(): (error: Error) => Promise<void> {
  const { t } = useTranslation(["common", "item", "errors"]);
  return async (error) => {
    if (await isOtherVersion(error))
      toasts.show(t("deadEnds.versionTitle"), {
        tone: "error",
        action: { label: t("item:stage.reload"), run: () => location.reload() },
      });
    else toasts.error(t("errors:offline"));
  };
}
