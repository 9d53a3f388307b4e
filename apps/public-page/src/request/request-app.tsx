import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { ChooseView } from "./choose-view.tsx";
import { RecordView } from "./record-view.tsx";
import { readRequestData, type RequestData, sayer, type Say } from "./request-data.ts";
import { KeepCopy, ReviewView } from "./review-view.tsx";
import { type AnswerState, useAnswer } from "./use-answer.ts";

/** Renders the steps of an answer into the page of a request. */
export function startRequest(): void {
  const slot = document.getElementById("askbox");
  if (!slot) return;
  const data = readRequestData();
  createRoot(slot).render(<RequestApp data={data} say={sayer(data.texts)} />);
}

/** What is shown after everything has arrived. */
function Done({ data, say, answer }: { data: RequestData; say: Say; answer: AnswerState }): ReactNode {
  const { left, asker } = data.request;
  return (
    <div className="card done" role="status">
      <h2>{say("askSent", { name: asker.displayName })}</h2>
      <p className="hint">{say("askSentText")}</p>
      <div className="row">
        {answer.file && <KeepCopy file={answer.file} say={say} />}
        {(left === null || left > 1) && (
          <button type="button" className="btn filled lg" onClick={answer.again}>
            {say("askAnother")}
          </button>
        )}
      </div>
    </div>
  );
}

function RequestApp({ data, say }: { data: RequestData; say: Say }): ReactNode {
  const answer = useAnswer(data, say);
  const { step, file } = answer;
  if (step === "loading") return <p className="card hint">{say("askLoading")}</p>;
  if (step === "done") return <Done data={data} say={say} answer={answer} />;
  if (step === "recording") return <RecordView say={say} recording={answer.recording} maxSeconds={data.request.maxSeconds} />;
  if (step === "review" && file)
    return (
      <ReviewView
        data={data}
        say={say}
        file={file}
        texts={answer.texts}
        sender={answer.sender}
        problems={answer.problems}
        progress={answer.progress}
        isWaiting={answer.isWaiting}
        isRecorded={answer.kind !== "file"}
        onTexts={answer.setTexts}
        onSender={answer.setSender}
        onSend={answer.send}
        onAgain={answer.again}
      />
    );
  return (
    <ChooseView
      data={data}
      say={say}
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
