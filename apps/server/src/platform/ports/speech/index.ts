export { askService, receiverOf } from "./ai-request.ts";
export { createSpeech } from "./openai.speech.ts";
