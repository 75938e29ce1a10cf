// HouseRuleEditor: the form of editorform.js alone.

export default mounted(EditorView);
