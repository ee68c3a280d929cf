import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireViewer } from "~/accounts/session.server.ts";
import { countryOptions } from "~/applications/country-options.ts";
import { letterMessages } from "~/letters/messages.ts";
import { takeVisaLetter, visaForm } from "~/letters/own-letters.server.ts";
import { readForm } from "~/platform/posted-form.server.ts";
import { Button, LinkButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { CountryField, TextField } from "~/ui/field.tsx";
import { fieldsOf, labelled, problemsOf } from "~/ui/form-reply.ts";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { typedIn } from "~/values/parse.form.ts";

export const meta = titled("Letter for a visa");

const FIELDS = ["passport", "nationality", "birth"] as const;

const LABELS = {
  passport: "Passport number",
  nationality: "Nationality in the passport",
  birth: "Date of birth",
};

type Reply = { values: Partial<Record<string, string>>; problems: Record<string, string>; reason?: string };

export async function loader(args: LoaderFunctionArgs) {
  return visaForm(args.context, await requireViewer(args));
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireViewer(args, form);
  const values = typedIn(form, [...FIELDS, "id"]);
  const answer = await takeVisaLetter(args.context, visit, form);
  if ("letter" in answer) return redirect(`/letters/${answer.letter}`);
  if ("refused" in answer)
    return data<Reply>({ values, problems: {}, reason: answer.refused }, answer.status);
  return data<Reply>({ values, problems: answer.problems }, answer.status);
}

export default function LetterForVisa() {
  const form = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() as Reply | undefined;
  if ("reason" in form)
    return (
      <Page title="Letter for a visa" lead={reply?.reason ?? form.reason}>
        <p>
          <LinkButton href="/letters">Your letters</LinkButton>
        </p>
      </Page>
    );
  const values = reply?.values ?? form.values;
  const field = fieldsOf<(typeof FIELDS)[number]>(values, reply?.problems ?? {});
  const { defaultValue: _, ...nationality } = field("nationality");
  return (
    <Page isForm title="Letter for a visa" lead={letterMessages.visa.lead}>
      <ErrorSummary problems={labelled(problemsOf(reply), LABELS)} />
      <PostForm className="stack">
        <input type="hidden" name="id" value={reply?.values["id"] ?? form.id} />
        <TextField
          {...field("passport")}
          label={LABELS.passport}
          autoComplete="off"
          maxLength={30}
          className="medium"
        />
        <CountryField
          {...nationality}
          label={LABELS.nationality}
          optionsHtml={countryOptions(values.nationality ?? "")}
        />
        <TextField {...field("birth")} label={LABELS.birth} type="date" className="medium" />
        <p>{letterMessages.visa.kept(form.eraseOn)}</p>
        <p className="actions">
          <Button>Get the letter</Button>{" "}
          <LinkButton href="/letters" variant="secondary">
            Back
          </LinkButton>
        </p>
      </PostForm>
    </Page>
  );
}
