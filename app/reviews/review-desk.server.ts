import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { demandAbility } from "~/access/gate.server.ts";
import { isDocumentQuestion } from "~/applications/application-form.ts";
import { reopenApplication } from "~/applications/applications.server.ts";
import { CONTENT_TYPES } from "~/applications/documents.ts";
import { deadlineInForce } from "~/conference/rounds.ts";
import { AWARD_FIELDS, parseAwardForm } from "~/decisions/award-terms.form.ts";
import { proposeFor } from "~/decisions/decision-planning.server.ts";
import { actOnFew } from "~/decisions/release-alone-acts.server.ts";
import type { SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { intentIn } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { applicationFilterOf } from "~/selections/application-filter.form.ts";
import { allowedFilter, applicationAddress } from "~/selections/application-filter.ts";
import { rowId } from "~/ui/paging.ts";
import { can } from "~/values/abilities.ts";
import { messages } from "~/values/messages.ts";
import { typedIn, versionIn } from "~/values/parse.form.ts";
import { DECISIONS } from "~/values/types.ts";
import { reviewMessages } from "./messages.ts";
import { justSaved, readDesk } from "./opened-application.server.ts";
import type { DeskReply } from "./reply.ts";
import {
  chosenIn,
  parseCommentForm,
  parseConflictForm,
  parseReopenForm,
  parseReviewForm,
} from "./review.form.ts";
import { isFarApart, scoreInWords } from "./review.ts";
import {
  addComment,
  declareConflict,
  deleteComment,
  findForReader,
  hasDeclaredConflict,
  saveReview,
} from "./reviews.server.ts";

/** The values of the buttons on the card with the decision. */
const DECIDING = ["decide", "release", "back", "test"] as const;

const HOME = "/admin/delegates";

/** The list from which the application was opened, and the page of that list. Both are read from the URL. */
function listOf(request: Request, visit: SignedIn) {
  const { filter, after } = applicationFilterOf(new URL(request.url).searchParams);
  return { filter: allowedFilter(filter, visit.viewer), after };
}

/** The data of the desk for one application; null if the reader may not open it. */
export async function deskOf({ context, request, params }: LoaderFunctionArgs, visit: SignedIn) {
  const uid = params["uid"]!;
  const { filter, after } = listOf(request, visit);
  const [desk, saved] = await Promise.all([
    readDesk(context, visit, uid, filter),
    justSaved(context, visit, request),
  ]);
  if (!desk) return null;
  const { application, own, readers, show, previous, next } = desk;
  const address = applicationAddress({ ...filter, show }, { after });
  const { sections, questions, answers, documents, contentTypes, submittedAt, reopenedFrom } = application;
  const decides = can(visit.viewer.abilities, "decide");
  // In an edition that is not the current one, nobody could submit what is opened again or given more time.
  const mayLetSubmit = decides && visit.settings.conferenceId === visit.settings.currentEdition;
  return {
    saved,
    isBlind: desk.isBlind,
    name: desk.name,
    email: desk.email,
    lead: [desk.name && desk.email, answers["institution"]].filter(Boolean).join(" · "),
    mayReopen: mayLetSubmit && submittedAt !== null,
    submitted: submittedAt,
    reopened: reopenedFrom !== null,
    ownDeadline:
      submittedAt === null && decides ? deadlineInForce(application.rounds, application.ownDeadline) : null,
    labels: desk.labels,
    decided: desk.decided,
    pressId: newId(),
    isTested: new URL(request.url).searchParams.has("tested"),
    application: { sections, questions, answers, documents: [] },
    detailsHistory: desk.detailsHistory,
    documents: documents.map(({ id, questionId, fileName, size }) => {
      const question = questions.find((one) => one.id === questionId);
      return {
        id,
        fileName,
        size,
        title: question?.text ?? fileName,
        asked: question !== undefined && !question.retired && isDocumentQuestion(question),
        preview: contentTypes[id] === CONTENT_TYPES.pdf,
      };
    }),
    criteria: desk.criteria,
    own: own && {
      scores: own.scores,
      recommendation: own.recommendation,
      version: own.version,
      saved: own.savedAt,
    },
    ruling: desk.ruling,
    mayDecline: desk.unstarted && !desk.conflict,
    conflicts: desk.conflicts,
    readers: readers && {
      reviews: readers.reviews.map(({ uid, reader, score, recommendation }) => ({
        uid,
        reader,
        score: scoreInWords(score),
        recommendation,
      })),
      mean: readers.meanScore === null ? null : scoreInWords(readers.meanScore),
      spread: readers.spread === null ? null : scoreInWords(readers.spread),
      apart: isFarApart(readers.spread),
    },
    comments: desk.comments.map(({ createdAt, ...comment }) => ({
      ...comment,
      date: createdAt,
    })),
    links: {
      self: `${HOME}/${uid}${address}`,
      list: `${HOME}${address}#${rowId(uid)}`,
      previous: previous && `${HOME}/${previous}${address}`,
      next: next && `${HOME}/${next}${address}`,
      unread: `${HOME}/next${applicationAddress({ ...filter, show }, { after, from: uid })}`,
      deadline:
        submittedAt === null && reopenedFrom === null && mayLetSubmit ? `${HOME}/${uid}/deadline` : null,
      correct: submittedAt !== null && decides ? `${HOME}/${uid}/correct` : null,
      letters: submittedAt !== null && decides ? `${HOME}/${uid}/letters` : null,
      order:
        can(visit.viewer.abilities, "money") && submittedAt !== null && !desk.isBlind
          ? `/admin/payments/person/${uid}`
          : null,
    },
  };
}

/**
 * Carries out what a button of the desk asks for. If it succeeds, the answer is a redirect. If it is refused, the
 * answer is the form with what was typed.
 */
export async function actOnDesk(args: ActionFunctionArgs, visit: SignedIn, form: FormData) {
  const { context, request, params } = args;
  const uid = params["uid"]!;
  const { filter, after } = listOf(request, visit);
  const hereAfter = (saved?: string) => `${HOME}/${uid}${applicationAddress(filter, { after, saved })}`;
  const onwardsAfter = (saved?: string) =>
    `${HOME}/next${applicationAddress(filter, { after, from: uid, saved })}`;
  const [here, onwards] = [hereAfter(), onwardsAfter()];
  const intent = intentIn(form, [
    "save",
    "save-next",
    "comment",
    "delete-comment",
    "conflict",
    "reopen",
    ...DECIDING,
  ]);
  // If the form was sent twice, the first one has already taken the application away from this reader.
  if (intent === "conflict" && (await hasDeclaredConflict(context, visit, uid))) return redirect(onwards);
  const { criteria } = (await findForReader(context, visit, uid)) ?? refuse(404, messages.notFound);
  const typed = (name: string) => ({ [name]: String(form.get(name) ?? "") });
  const answer = (
    status: number,
    reply: Omit<DeskReply, "problems"> & { problems?: DeskReply["problems"] },
  ) => data<DeskReply>({ problems: {}, ...reply }, status);

  if (intent === "save" || intent === "save-next") {
    const values = chosenIn(criteria, form);
    const parsed = parseReviewForm(criteria, form);
    if ("problems" in parsed)
      return answer(400, { form: "review", values, problems: parsed.problems, version: versionIn(form) });
    const outcome = await saveReview(context, visit, uid, criteria, parsed.request);
    if (outcome === "saved") return redirect(intent === "save" ? hereAfter(uid) : onwardsAfter(uid));
    return answer(409, { form: "review", values, reason: reviewMessages[outcome] });
  }
  if (intent === "comment") {
    const values = typed("comment");
    const parsed = parseCommentForm(form);
    if ("problems" in parsed) return answer(400, { form: "comment", values, problems: parsed.problems });
    if (!(await addComment(context, visit, uid, parsed.request.comment))) refuse(404, messages.notFound);
    return redirect(`${here}#comments`);
  }
  if (intent === "delete-comment") {
    await deleteComment(context, visit, uid, String(form.get("comment-id") ?? ""));
    return redirect(`${here}#comments`);
  }
  if (intent === "conflict") {
    const values = typed("conflict");
    const parsed = parseConflictForm(form);
    if ("problems" in parsed) return answer(400, { form: "conflict", values, problems: parsed.problems });
    if (await declareConflict(context, visit, uid, parsed.request.conflict)) return redirect(onwards);
    return answer(409, { form: "conflict", values, reason: reviewMessages.started });
  }
  if (intent === "reopen") {
    demandAbility(args, visit.viewer, "decide");
    const values = typed("reopen");
    const parsed = parseReopenForm(form);
    if ("problems" in parsed) return answer(400, { form: "reopen", values, problems: parsed.problems });
    const outcome = await reopenApplication(context, visit, { uid, reason: parsed.request.reopen });
    if (outcome === "opened") return redirect(here);
    return answer(409, { form: "reopen", values, reason: reviewMessages[outcome] });
  }
  demandAbility(args, visit.viewer, "decide");
  if (intent === "decide") {
    const decision = ([...DECISIONS, "leave"] as const).find((one) => one === form.get("decision")) ?? "none";
    const values = typedIn(form, AWARD_FIELDS);
    const parsed = parseAwardForm(form);
    if ("problems" in parsed) return answer(400, { form: "decision", values, problems: parsed.problems });
    const award = parsed.request;
    const proposed = await proposeFor(context, visit, { uids: [uid], decision, ...(award && { award }) });
    if ("planId" in proposed) return redirect(`/admin/upload-decisions/${proposed.planId}`);
    return answer(proposed.status, { form: "decision", values, reason: proposed.refused });
  }
  const reason = await actOnFew(context, visit, { uid }, form, intent);
  if (reason !== null) return answer(409, { form: "decision", values: {}, reason });
  return redirect(
    intent === "test" ? `${here}${here.includes("?") ? "&" : "?"}tested#decision` : `${here}#decision`,
  );
}
