/* The switch for notices, or why there are none. */
import { Icon } from "../../ui/Icon";
import { Status } from "../../ui/Status";
import { onlineText } from "../common/words";
import { notices } from "./notices";

export function NoticeSwitch() {
  const { isPossible, isOn, isRefused } = notices;
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{onlineText("notices.title")}</h2>
      <ul class="card choices">
        <li>
          <Icon name="bell" />
          <p>
            <span id="notices-open">{onlineText("notices.open")}</span>
            <small id="notices-why">
              {!isRefused && onlineText(isPossible ? "notices.why" : "notices.http")}
              <Status as="span" class="">
                {isRefused && onlineText("notices.refused")}
              </Status>
            </small>
          </p>
          {isPossible && (
            <button
              class="switch"
              type="button"
              role="switch"
              aria-checked={isOn}
              aria-labelledby="notices-open"
              aria-describedby="notices-why"
              onClick={() => void notices.choose(!isOn)}
            >
              <i aria-hidden="true" />
            </button>
          )}
        </li>
      </ul>
      <p class="hint">{onlineText("notices.tab")}</p>
    </section>
  );
}
