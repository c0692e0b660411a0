import { commands, type SecretPrompt } from "./bindings";
import { CommandFailure } from "./failure";

/** The commands of the window in which a secret is typed. */
export interface SecretDesk {
  question: () => Promise<SecretPrompt>;
  /** Sends the typed secret, or `null`, and closes the window. */
  enter: (secret: string | null) => Promise<void>;
}

/** The real commands. Each rejects only with a {@link CommandFailure}. */
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
