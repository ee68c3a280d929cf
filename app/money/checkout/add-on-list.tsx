import { fewLeft, isSoldOut } from "~/conference/places.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { Button } from "~/ui/button.tsx";
import { FieldError } from "~/ui/field.tsx";
import { Fold } from "~/ui/fold.tsx";
import { Mark } from "~/ui/logo.tsx";
import { Picture } from "~/ui/picture.tsx";
import type { AddOn, PlacesLeft, Selection } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";

/**
 * The add-ons of a pass in two groups: things to take part in, and things to take home. Each add-on is a checkbox or,
 * if it has variants, radios with a Clear button; it is posted as `addOns.<id>`. An add-on that is included, sold out
 * or not available has no control.
 */
export function AddOnList({
  addOns,
  left,
  selection,
  isUnderName = false,
  errors = {},
}: {
  addOns: AddOn[];
  left: PlacesLeft;
  selection: Selection;
  /** Whether the heading "Add-ons" is shown above the list already. */
  isUnderName?: boolean;
  /** The error of each add-on, by the id of the add-on. */
  errors?: Record<string, string | undefined>;
}) {
  const groups = [
    { title: "To take part in", members: addOns.filter(({ takenHome }) => !takenHome) },
    { title: "To take home", members: addOns.filter(({ takenHome }) => takenHome) },
  ].filter(({ members }) => members.length > 0);
  return (
    <>
      <h2 className={isUnderName ? "visually-hidden" : undefined}>Add-ons</h2>
      {groups.map(({ title, members }) => (
        <fieldset className="field add-ons" key={title}>
          <legend>{title}</legend>
          <ul className="rows">
            {members.map((addOn) => (
              <AddOnRow
                key={addOn.id}
                addOn={addOn}
                left={left}
                chosen={selection[addOn.id]}
                error={errors[addOn.id]}
              />
            ))}
          </ul>
        </fieldset>
      ))}
    </>
  );
}

/** The add-ons on a page that is about something else, folded away until one of them is chosen. */
export function FoldedAddOns(list: { addOns: AddOn[]; left: PlacesLeft; selection: Selection }) {
  return (
    list.addOns.length > 0 && (
      <Fold title="Add-ons" isOpen={Object.keys(list.selection).length > 0}>
        <AddOnList {...list} isUnderName />
      </Fold>
    )
  );
}

function AddOnRow({
  addOn,
  left,
  chosen,
  error,
}: {
  addOn: AddOn;
  left: PlacesLeft;
  chosen?: true | string;
  error?: string;
}) {
  const soldOut = isSoldOut(left, addOn.id);
  const onOffer = !addOn.included && !addOn.disabled && !soldOut;
  const few = fewLeft(left, addOn.id);
  const name = `addOns.${addOn.id}`;
  const describedBy = [addOn.description && `${name}-hint`, error && `${name}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <li className="add-on">
      {addOn.image ? (
        <Picture address={addOn.image} sizes="6rem" alt="" width={96} height={96} loading="lazy" />
      ) : (
        <span className="tile">
          <Mark />
        </span>
      )}
      <div>
        <div className="title">
          <h3 id={`${name}-title`}>{addOn.title}</h3>
          {!addOn.included && <strong>{dollars(addOn.cents)}</strong>}
        </div>
        {addOn.included && <p>Free, included with your ticket</p>}
        {addOn.disabled && !addOn.included && <p className="muted">Not available</p>}
        {soldOut && !addOn.disabled && !addOn.included && <p className="muted">{passMessages.soldOut}</p>}
        {onOffer && few !== null && <p>{passMessages.left(few)}</p>}
        {addOn.description && (
          <p className="hint" id={`${name}-hint`}>
            {addOn.description}
          </p>
        )}
      </div>
      {onOffer && (
        <div>
          {error && <FieldError name={name}>{error}</FieldError>}
          {addOn.variants ? (
            <div
              className="choices"
              role="radiogroup"
              aria-labelledby={`${name}-title`}
              aria-describedby={describedBy || undefined}
              aria-invalid={error ? true : undefined}
            >
              {addOn.variants.map((variant, index) => (
                <label className="choice" key={variant}>
                  <input
                    type="radio"
                    id={index === 0 ? name : `${name}-${index + 1}`}
                    name={name}
                    value={variant}
                    defaultChecked={chosen === variant}
                    data-cents={addOn.cents}
                  />
                  {variant}
                </label>
              ))}{" "}
              <Button variant="quiet" name="clear" value={addOn.id} formNoValidate>
                Clear<span className="visually-hidden"> {addOn.title}</span>
              </Button>
            </div>
          ) : (
            <div className="choices">
              <label className="choice">
                <input
                  type="checkbox"
                  id={name}
                  name={name}
                  value="true"
                  defaultChecked={chosen === true}
                  aria-describedby={describedBy || undefined}
                  aria-invalid={error ? true : undefined}
                  data-cents={addOn.cents}
                />
                <span>
                  Add<span className="visually-hidden"> {addOn.title}</span>
                </span>
              </label>
            </div>
          )}
        </div>
      )}
    </li>
  );
}
