// The site contacts of the fake desk: the id is a site's id, and one site has no contact.

import type { ContactQuestionView, SiteContact } from "./bindings";

interface Asked {
  question: ContactQuestionView;
  at: string;
}

const sites: Record<string, string> = { "7101": "Ilse Brandvold", "7104": "Piet van Hoorik" };
const key = ({ campaign, id, fromAdvertiser }: ContactQuestionView) => `${campaign} ${id} ${fromAdvertiser}`;

/** Stores the questions, and answers them. */
export class FakeSiteContacts {
  #asked: Asked[] = [];

  get(campaign: string, shown: ContactQuestionView | null): SiteContact {
    const ours = this.#asked.filter(({ question }) => question.campaign === campaign);
    const worked = ours.find(({ question }) => nameOf(question));
    const looked = shown ? ours.find(({ question }) => key(question) === key(shown)) : worked;
    return {
      explanation: "The service wants a second id here, and its documentation does not say what it stands for.",
      learned: worked ? "Learned from one answer of this service: the id was the contact’s Site ID (siteId)." : null,
      question: worked?.question ?? { campaign, id: "", fromAdvertiser: true },
      candidates: Object.keys(sites)
        .filter((id) => !ours.some(({ question }) => question.id === id))
        .map((id) => ({ id, why: "Site of a placement, says the practice admin." })),
      answers: ours.map(({ question, at }) => ({
        question, at, found: nameOf(question) !== null, summary: nameOf(question) ?? "Nothing",
        lesson: nameOf(question) && "The id was the contact’s Site ID (siteId).",
      })),
      shown: looked ? { question: looked.question, at: looked.at, contact: cardOf(looked.question) } : null,
    };
  }

  ask(question: ContactQuestionView): SiteContact {
    this.forget(question);
    this.#asked.unshift({ question, at: new Date().toISOString() });
    return this.get(question.campaign, question);
  }

  forget(question: ContactQuestionView): SiteContact {
    this.#asked = this.#asked.filter((asked) => key(asked.question) !== key(question));
    return this.get(question.campaign, null);
  }
}

function nameOf({ id, fromAdvertiser }: ContactQuestionView): string | null {
  return fromAdvertiser ? (sites[id] ?? null) : null;
}

function cardOf(question: ContactQuestionView) {
  const title = nameOf(question);
  return title === null ? null : { title, groups: [], source: JSON.stringify({ name: title }), textOnly: null };
}
