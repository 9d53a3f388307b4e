import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ChooseView } from "./choose-view.tsx";
import { RecordView } from "./record-view.tsx";
import { readRequestData, type RequestData, translatorOf, type Translate } from "./request-data.ts";
import { SaveCopy, ReviewView } from "./review-view.tsx";
import { SetupView } from "./setup-view.tsx";
import { type AnswerState, useAnswer } from "./use-answer.ts";

/** Renders the steps of an answer into the page of a request. */
export function startRequest(): void {
  const slot = document.getElementById("askbox");
  if (!slot) return;
  const data = readRequestData();
  createRoot(slot).render(<RequestApp data={data} t={translatorOf(data.texts)} />);
}

/** What is shown after everything has arrived. */
function Done({ data, t, answer }: { data: RequestData; t: Translate; answer: AnswerState }): ReactNode {
  const { left, asker } = data.request;
  return (
    <div className="card done" role="status">
      <h2>{t("askSent", { name: asker.displayName })}</h2>
      <p className="hint">{t("askSentText")}</p>
      <div className="row">
        {answer.file && <SaveCopy file={answer.file} t={t} />}
        {(left === null || left > 1) && (
          <button type="button" className="btn filled lg" onClick={answer.again}>
            {t("askAnother")}
          </button>
        )}
      </div>
    </div>
  );
}

function RequestApp({ data, t }: { data: RequestData; t: Translate }): ReactNode {
  const answer = useAnswer(data, t);
  const { step, file } = answer;
  if (step === "loading") return <p className="card hint">{t("askLoading")}</p>;
  if (step === "done") return <Done data={data} t={t} answer={answer} />;
  if (step === "setup")
    return (
      <SetupView
        t={t}
        choice={answer.choice}
        onChoice={answer.setChoice}
        onStart={answer.record}
        onProblem={answer.leaveSetup}
        onCancel={() => answer.leaveSetup()}
      />
    );
  if (step === "recording")
    return <RecordView t={t} recording={answer.recording} isCamera={answer.kind === "camera"} maxSeconds={data.request.maxSeconds} />;
  if (step === "review" && file)
    return (
      <ReviewView
        data={data}
        t={t}
        file={file}
        texts={answer.texts}
        sender={answer.sender}
        problems={answer.problems}
        progress={answer.progress}
        isWaiting={answer.isWaiting}
        isCutting={answer.isCutting}
        trim={answer.trim}
        isRecorded={answer.kind !== "file"}
        onTrim={answer.setTrim}
        onStopCutting={answer.stopCutting}
        onTexts={answer.setTexts}
        onSender={answer.setSender}
        onSend={answer.send}
        onAgain={answer.again}
      />
    );
  return (
    <ChooseView
      data={data}
      t={t}
      kind={answer.kind}
      choice={answer.choice}
      sender={answer.sender}
      problem={answer.problems.form ?? null}
      canSkipSound={answer.canSkipSound}
      isBusy={answer.recording.state.phase === "preparing"}
      onKind={answer.setKind}
      onChoice={answer.setChoice}
      onSender={answer.setSender}
      onStart={answer.start}
      onFile={answer.choose}
    />
  );
}
