import { commands, type SecretPrompt } from "./bindings";
import { CommandFailure } from "./failure";

/** What the window in which a secret is typed has to do with the desk. */
export interface SecretDesk {
  question: () => Promise<SecretPrompt>;
  /** Hands over what was typed, or nothing; the window ends with it. */
  enter: (secret: string | null) => Promise<void>;
}

/** The desk behind that window. Each call rejects with a {@link CommandFailure} and nothing else. */
export const secretEntry: SecretDesk = {
  question: async () => {
    const answer = await commands.secretQuestion();
    if (answer.status === "error") throw new CommandFailure(answer.error);
    return answer.data;
  },
  enter: async (secret) => {
    const answer = await commands.secretEnter(secret);
    if (answer.status === "error") throw new CommandFailure(answer.error);
  },
};
