export { createChat } from "./openai.chat.ts";
