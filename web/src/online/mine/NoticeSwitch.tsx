/* The switch for notices, and what it says where there are none. */
import { useStore } from "../../app/store";
import { Icon } from "../../ui/Icon";
import { o } from "../common/words";
import { notices } from "./notices";

export function NoticeSwitch() {
  const { possible, on, refused } = useStore(notices);
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{o("notices.title")}</h2>
      <ul class="card choices">
        <li>
          <Icon name="bell" />
          <p>
            <span id="notices-open">{o("notices.open")}</span>
            <small id="notices-why" role="status">
              {o(!possible ? "notices.http" : refused ? "notices.refused" : "notices.why")}
            </small>
          </p>
          {possible && (
            <button
              class="switch"
              type="button"
              role="switch"
              aria-checked={on}
              aria-labelledby="notices-open"
              aria-describedby="notices-why"
              onClick={() => void notices.choose(!on)}
            >
              <i aria-hidden="true" />
            </button>
          )}
        </li>
      </ul>
      <p class="hint">{o("notices.tab")}</p>
    </section>
  );
}
