import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { VirtualSummitFacts } from "~/components/pass-facts.tsx";
import { RegistrationPage } from "~/components/registration-page.tsx";
import { loadRegistration, postRegistration } from "~/registration.server.ts";

export const meta: MetaFunction = () => [{ title: "Virtual summit · HPAIR" }];
export const handle = { enhance: "payment", processor: true };

export const loader = (args: LoaderFunctionArgs) => loadRegistration(args, "gold");
export const action = (args: ActionFunctionArgs) => postRegistration(args, "gold");

export default function VirtualSummitPage() {
  const loaded = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <RegistrationPage
      {...loaded}
      reply={reply}
      about={<VirtualSummitFacts edition={loaded.standing.edition} />}
    />
  );
}
