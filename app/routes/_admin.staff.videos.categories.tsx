import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAbility } from "~/access/gate.server.ts";
import { parseCategoryForm } from "~/library/library.form.ts";
import { libraryMessages } from "~/library/messages.ts";
import {
  countedCategories,
  createCategory,
  deleteCategory,
  renameCategory,
} from "~/library/videos.server.ts";
import { categoryId } from "~/library/videos.ts";
import { intentIn, readForm } from "~/platform/posted-form.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Field, fieldAttributes } from "~/ui/field.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { titled } from "~/ui/site.tsx";
import { messages } from "~/values/messages.ts";

export const meta = titled("Categories");

const PATH = "/staff/videos/categories";

export async function loader(args: LoaderFunctionArgs) {
  await requireAbility(args, "content");
  return countedCategories(args.context.db);
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const visit = await requireAbility(args, "content", form);
  const id = String(form.get("id") ?? "");
  const typed = String(form.get("title") ?? "");
  const problem = (status: number, message: string) => data({ id, typed, message }, status);
  if (intentIn(form, ["create", "rename", "delete"]) === "delete") {
    return (await deleteCategory(args.context, visit, id))
      ? redirect(PATH)
      : problem(409, libraryMessages.videos.categoryInUse);
  }
  const parsed = parseCategoryForm(form);
  if ("problems" in parsed) return problem(400, parsed.problems["title"] ?? messages.required);
  const { title } = parsed.request;
  if (id !== "") {
    if (!(await renameCategory(args.context, visit, { id, title }))) refuse(404, messages.notFound);
    return redirect(PATH);
  }
  return (await createCategory(args.context, visit, { id: categoryId(title), title }))
    ? redirect(PATH)
    : problem(409, libraryMessages.videos.categoryExists);
}

export default function Categories() {
  const categories = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page
      title="Categories"
      lead="The categories of the library's videos. Changing a title does not change the address."
    >
      <p className="cluster">
        <a href="/staff/videos">All videos</a> <a href="/staff/sorting">Sort the categories</a>
      </p>
      {refused && <ErrorSummary problems={[{ field: `title-${refused.id}`, message: refused.message }]} />}
      {categories.map(({ id, title, videos }) => (
        <Card key={id}>
          <PostForm className="stack tight">
            <input type="hidden" name="id" value={id} />
            <TitleField id={id} label={`Title of ${title}`} title={title} refused={refused} />
            <p className="hint">
              {videos === 1 ? "1 video" : `${videos} videos`}, at /plus/category/{id}
            </p>
            <p className="actions">
              <Button name="intent" value="rename" variant="secondary">
                Save<span className="visually-hidden"> {title}</span>
              </Button>
              {videos === 0 && (
                <Button name="intent" value="delete" variant="danger">
                  Delete<span className="visually-hidden"> {title}</span>
                </Button>
              )}
            </p>
          </PostForm>
        </Card>
      ))}
      <Card title="New category">
        <PostForm className="stack tight">
          <TitleField id="" label="Title" title="" refused={refused} />
          <p className="actions">
            <Button name="intent" value="create">
              Add category
            </Button>
          </p>
        </PostForm>
      </Card>
    </Page>
  );
}

function TitleField({
  id,
  label,
  title,
  refused,
}: {
  id: string;
  label: string;
  title: string;
  refused?: { id: string; typed: string; message: string };
}) {
  const mine = refused?.id === id ? refused : undefined;
  const control = `title-${id}`;
  return (
    <Field label={label} name={control} error={mine?.message}>
      <input
        {...fieldAttributes({ name: control, error: mine?.message })}
        name="title"
        defaultValue={mine?.typed ?? title}
      />
    </Field>
  );
}
