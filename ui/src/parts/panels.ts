import ActionMenu from "./ActionMenu.svelte";
import DropTarget from "./ads/DropTarget.svelte";
import NoAds from "./ads/NoAds.svelte";
import BesideBulk from "./bulk/BesideBulk.svelte";
import CannotOpen from "./CannotOpen.svelte";
import AnswerBar from "./list/AnswerBar.svelte";
import ColumnMenu from "./list/ColumnMenu.svelte";
import ColumnsPanel from "./list/ColumnsPanel.svelte";
import FieldFilter from "./list/FieldFilter.svelte";
import FilterEditor from "./list/FilterEditor.svelte";
import FilterMenu from "./list/FilterMenu.svelte";
import RowDraftFilter from "./list/RowDraftFilter.svelte";
import SelectionBar from "./list/SelectionBar.svelte";
import ViewsPanel from "./list/ViewsPanel.svelte";
import MainMenuPanel from "./MainMenuPanel.svelte";
import RowMenu from "./RowMenu.svelte";
import ShowReply from "./reply/ShowReply.svelte";

/** The small parts of the window that appear on request. They load together, because each file takes time. */
export default {
  ActionMenu,
  AnswerBar,
  BesideBulk,
  CannotOpen,
  ColumnMenu,
  ColumnsPanel,
  DropTarget,
  FieldFilter,
  FilterEditor,
  FilterMenu,
  MainMenuPanel,
  NoAds,
  RowDraftFilter,
  RowMenu,
  SelectionBar,
  ShowReply,
  ViewsPanel,
};
