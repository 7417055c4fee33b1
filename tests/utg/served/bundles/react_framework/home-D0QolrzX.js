import{w as s,j as t,O as e}from"./jsx-runtime-BgyD_Sn-.js";const r=s(function(){return t.jsxs(t.Fragment,{children:[t.jsx("h1",{children:"home"}),t.jsx(e,{})]})});export{r as default};
